/** The record of one proxy about the connections of its context: bytes, refusals, failures. */
import { forwardProxyLimits } from '../limits/forward-proxy-limits.ts'
import type { Denial, DialFailure, ServerAddress } from '../connections/proxy-contract.ts'
import { RequestCounts } from './request-counts.ts'
import { authorityOf, destinationOf, type Destination } from '../connections/destination.ts'

/**
 * Sets the most recent value of a key; the number of keys is limited, because a page may request any number of hosts.
 */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.has(key) || map.size < forwardProxyLimits.hostsKept) map.set(key, value)
}

export class ConnectionLog {
  bytesReceived = 0
  bytesSent = 0
  /** Requests that the proxy can read: those to http targets. */
  readonly requests = new RequestCounts()
  readonly #receivedMaxBytes: number
  readonly #denials = new Map<string, Denial>()
  readonly #failures = new Map<string, { failure: DialFailure; systemCode: string | null }>()
  readonly #addresses = new Map<string, ServerAddress>()

  constructor(receivedMaxBytes: number = forwardProxyLimits.receivedMaxBytes) {
    this.#receivedMaxBytes = receivedMaxBytes
  }

  /** Refusals, oldest first, one for each host and port. */
  get denials(): Denial[] {
    return [...this.#denials.values()]
  }

  /** True when the context has reached its limit of received bytes. */
  get full(): boolean {
    return this.bytesReceived >= this.#receivedMaxBytes
  }

  /** Records a refusal; only the first one per host and port is kept. */
  deny(destination: Destination, kind: Denial['kind'], reason: string): void {
    const key = authorityOf(destination)
    if (this.#denials.has(key) || this.#denials.size >= forwardProxyLimits.hostsKept) return
    this.#denials.set(key, { ...destination, kind, reason })
  }

  /**
   * Records that a connection to a destination was established.
   * @param address address of its other end; null behind a provider, which does not reveal it.
   */
  connected(destination: Destination, address: ServerAddress | null): void {
    const key = authorityOf(destination)
    this.#failures.delete(key)
    if (address !== null) keep(this.#addresses, key, address)
  }

  /**
   * Records that the most recent connection to a destination failed.
   * @param systemCode error code of the operating system; null: none.
   */
  failed(destination: Destination, failure: DialFailure, systemCode: string | null = null): void {
    keep(this.#failures, authorityOf(destination), { failure, systemCode })
  }

  denialOf(url: string): Denial | null {
    const destination = destinationOf(url)
    return destination === null ? null : (this.#denials.get(authorityOf(destination)) ?? null)
  }

  addressOf(url: string): ServerAddress | null {
    const destination = destinationOf(url)
    return destination === null ? null : (this.#addresses.get(authorityOf(destination)) ?? null)
  }

  failureOf(url: string): DialFailure | null {
    const destination = destinationOf(url)
    return destination === null ? null : (this.#failures.get(authorityOf(destination))?.failure ?? null)
  }

  systemCodeOf(url: string): string | null {
    const destination = destinationOf(url)
    return destination === null ? null : (this.#failures.get(authorityOf(destination))?.systemCode ?? null)
  }
}
