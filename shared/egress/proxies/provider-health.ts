/** The failures of providers that a process has seen recently, and how long each provider is rested. */
import { providerLimits } from '../../config/limits.ts'

interface Failing {
  /** Consecutive failures; a failure counts only after the rest period of the previous one. */
  failures: number
  lastFailureMs: number
  restsUntilMs: number
}

export class ProviderHealth {
  readonly #failing = new Map<string, Failing>()
  readonly #now: () => number

  /** @param now returns the time, milliseconds. */
  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Records whether a provider worked. */
  report(name: string, worked: boolean): void {
    if (worked) {
      this.#failing.delete(name)
      return
    }
    const now = this.#now()
    const before = this.#failing.get(name)
    if (before !== undefined && now < before.restsUntilMs) {
      // Requests in progress at the same time fail together, and count as one failure.
      before.lastFailureMs = now
      return
    }
    const failures = (before?.failures ?? 0) + 1
    const restMs = Math.min(providerLimits.restFirstMs * 2 ** (failures - 1), providerLimits.restMaxMs)
    this.#failing.set(name, { failures, lastFailureMs: now, restsUntilMs: now + restMs })
  }

  /**
   * Sorts providers into the order in which to try them.
   * @param providers in preferred order, which working providers keep.
   * @returns all providers: resting ones come last, those with the oldest failure first.
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
