/** Counts the streams of server-sent events that each key has open in this process. */
import { metrics } from '@seine/shared/observability/metrics.ts'
import type { Caller } from '../http/request-context.ts'

/** Releases the place of a stream; further calls do nothing. */
export type ReleaseStream = () => void

export class OpenStreams {
  readonly #defaultMax: number
  readonly #open = new Map<string, number>()

  /** @param defaultMax limit for keys without a quota `streams`. */
  constructor(defaultMax: number) {
    this.#defaultMax = defaultMax
  }

  /** Returns how many streams a key may have open, and how many it has open in this process. */
  standing({ keyId, quotas }: Pick<Caller, 'keyId' | 'quotas'>): { limit: number; used: number } {
    return { limit: quotas.streams ?? this.#defaultMax, used: this.#open.get(keyId) ?? 0 }
  }

  /** Takes a place for one more stream; null when the key has reached its limit. */
  take({ keyId, quotas }: Pick<Caller, 'keyId' | 'quotas'>): ReleaseStream | null {
    const open = this.#open.get(keyId) ?? 0
    if (open >= (quotas.streams ?? this.#defaultMax)) return null
    this.#open.set(keyId, open + 1)
    metrics.streams.inc()
    let released = false
    return () => {
      if (released) return
      released = true
      metrics.streams.dec()
      const left = (this.#open.get(keyId) ?? 1) - 1
      if (left === 0) this.#open.delete(keyId)
      else this.#open.set(keyId, left)
    }
  }
}
