/** What a process remembers of its providers: which of them have failed lately, and for how long they rest. */
import { providerLimits } from '../../config/limits.ts'

interface Failing {
  /** In a row, each after the rest that the one before it brought. */
  failures: number
  lastFailureMs: number
  restsUntilMs: number
}

export class ProviderHealth {
  readonly #failing = new Map<string, Failing>()
  readonly #now: () => number

  /** @param now the time, milliseconds. */
  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Notes how a provider fared. */
  report(name: string, worked: boolean): void {
    if (worked) {
      this.#failing.delete(name)
      return
    }
    const now = this.#now()
    const before = this.#failing.get(name)
    if (before !== undefined && now < before.restsUntilMs) {
      // Tries that were under way together fail together: that counts once.
      before.lastFailureMs = now
      return
    }
    const failures = (before?.failures ?? 0) + 1
    const restMs = Math.min(providerLimits.restFirstMs * 2 ** (failures - 1), providerLimits.restMaxMs)
    this.#failing.set(name, { failures, lastFailureMs: now, restsUntilMs: now + restMs })
  }

  /**
   * Puts providers in the order in which they are to be tried.
   * @param providers in the order of the caller's choice, which those that work keep.
   * @returns all of them: those that rest come last, the longest rested of them first.
   */
  ordered<Named extends { name: string }>(providers: readonly Named[]): Named[] {
    const now = this.#now()
    const resting = (name: string): boolean => now < (this.#failing.get(name)?.restsUntilMs ?? 0)
    const since = (name: string): number => this.#failing.get(name)?.lastFailureMs ?? 0
    return [
      ...providers.filter(({ name }) => !resting(name)),
      ...providers.filter(({ name }) => resting(name)).toSorted((a, b) => since(a.name) - since(b.name)),
    ]
  }
}
