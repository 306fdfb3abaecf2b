/** The failures of providers that a process has seen recently, and how long each provider is paused. */
import { monotonicNow } from '../../values/monotonic-now.ts'
import { providerLimits } from './provider-limits.ts'

interface Failing {
  /** Consecutive failures; a failure counts only after the rest period of the previous one. */
  failures: number
  lastFailureMs: number
  pausedUntilMs: number
}

export class ProviderHealth {
  readonly #failing = new Map<string, Failing>()
  readonly #now: () => number

  /** @param now returns the time, milliseconds. */
  constructor(now: () => number = monotonicNow) {
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
    if (before !== undefined && now < before.pausedUntilMs) {
      // Requests in progress at the same time fail together, and count as one failure.
      before.lastFailureMs = now
      return
    }
    const failures = (before?.failures ?? 0) + 1
    const pauseMs = Math.min(providerLimits.pauseFirstMs * 2 ** (failures - 1), providerLimits.pauseMaxMs)
    this.#failing.set(name, { failures, lastFailureMs: now, pausedUntilMs: now + pauseMs })
  }

  /**
   * Sorts providers into the order in which to try them.
   * @param providers in preferred order, which working providers keep.
   * @returns all providers: paused ones come last, those with the oldest failure first.
   */
  ordered<Named extends { name: string }>(providers: readonly Named[]): Named[] {
    const now = this.#now()
    const isPaused = (name: string): boolean => now < (this.#failing.get(name)?.pausedUntilMs ?? 0)
    const since = (name: string): number => this.#failing.get(name)?.lastFailureMs ?? 0
    return [
      ...providers.filter(({ name }) => !isPaused(name)),
      ...providers.filter(({ name }) => isPaused(name)).toSorted((a, b) => since(a.name) - since(b.name)),
    ]
  }
}
