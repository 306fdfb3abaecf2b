/**
 * The addresses of this machine's own interfaces. Services that trust their neighbours (stores, schedulers, metrics)
 * may listen on them, even when the address is public.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { egressLimits } from '../../config/limits.ts'

type Interfaces = ReturnType<typeof networkInterfaces>

/** A list that is refreshed when it is too old: interfaces come and go with tunnels, leases and containers. */
export class OwnAddresses {
  readonly #read: () => Interfaces
  readonly #now: () => number
  #table = new BlockList()
  #readMs = Number.NEGATIVE_INFINITY

  /**
   * @param read returns the interfaces of the machine.
   * @param now returns the time, milliseconds.
   */
  constructor(read: () => Interfaces = networkInterfaces, now: () => number = () => performance.now()) {
    this.#read = read
    this.#now = now
  }

  /** Returns true when an address is one of the machine; false for text that is not an address. */
  has(address: string): boolean {
    this.#refresh()
    if (isIPv4(address)) return this.#table.check(address, 'ipv4')
    return isIPv6(address) && this.#table.check(address.replace(/%.*$/, ''), 'ipv6')
  }

  #refresh(): void {
    const now = this.#now()
    if (now - this.#readMs < egressLimits.ownAddressesMaxAgeMs) return
    this.#readMs = now
    let interfaces: Interfaces
    try {
      interfaces = this.#read()
    } catch {
      // A sandbox may forbid listing interfaces; the last known addresses are kept.
      return
    }
    const table = new BlockList()
    for (const { address, family } of Object.values(interfaces).flatMap((addresses) => addresses ?? [])) {
      table.addAddress(address.replace(/%.*$/, ''), family === 'IPv4' ? 'ipv4' : 'ipv6')
    }
    this.#table = table
  }
}

/** Addresses of the machine that this process runs on. */
export const ownAddresses = new OwnAddresses()
