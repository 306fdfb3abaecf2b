/** What one proxy knows of the connections of its context: bytes, refusals, failures. */
import { forwardProxyLimits } from '../../config/browser-limits.ts'
import type { Denial, DialFailure } from './contract.ts'
import { authorityOf, destinationOf, type Destination } from './destination.ts'

export class Ledger {
  bytesReceived = 0
  bytesSent = 0
  upstreamFailed = false
  readonly #receivedMaxBytes: number
  readonly #denials = new Map<string, Denial>()
  readonly #failures = new Map<string, DialFailure>()

  constructor(receivedMaxBytes: number = forwardProxyLimits.receivedMaxBytes) {
    this.#receivedMaxBytes = receivedMaxBytes
  }

  /** Oldest first, one for each host and port. */
  get denials(): Denial[] {
    return [...this.#denials.values()]
  }

  /** True when the context has received all it may. */
  get full(): boolean {
    return this.bytesReceived >= this.#receivedMaxBytes
  }

  /** Notes a refusal; the first of a host and port stands. */
  deny(destination: Destination, kind: Denial['kind'], reason: string): void {
    const key = authorityOf(destination)
    if (this.#denials.has(key) || this.#denials.size >= forwardProxyLimits.denialsKept) return
    this.#denials.set(key, { ...destination, kind, reason })
  }

  /** Notes how the newest connection to a destination began; null = it was made. */
  dialled(destination: Destination, failure: DialFailure | null): void {
    const key = authorityOf(destination)
    if (failure === null) this.#failures.delete(key)
    else if (this.#failures.has(key) || this.#failures.size < forwardProxyLimits.denialsKept) {
      this.#failures.set(key, failure)
    }
  }

  denialOf(url: string): Denial | null {
    const destination = destinationOf(url)
    return destination === null ? null : (this.#denials.get(authorityOf(destination)) ?? null)
  }

  failureOf(url: string): DialFailure | null {
    const destination = destinationOf(url)
    return destination === null ? null : (this.#failures.get(authorityOf(destination)) ?? null)
  }
}
