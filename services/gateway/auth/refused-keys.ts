/** Counts refused keys by client address, to prevent brute-force attacks. */
import { isIPv6 } from 'node:net'
import { apiLimits } from '@seine/shared/config/api-limits.ts'

const groupsIn = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)))

/** Returns the eight groups of an IPv6 address, without its zone. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%')
  const [head = '', tail] = plain.split('::')
  if (tail === undefined) return groupsIn(head)
  const [first, last] = [groupsIn(head), groupsIn(tail)]
  return [...first, ...Array<number>(Math.max(0, 8 - first.length - last.length)).fill(0), ...last]
}

/**
 * Returns the group of addresses that count as one client: one IPv4 host, including its IPv4-mapped form; a /64 of
 * IPv6, which is what a single subscriber has (RFC 6177).
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(?<v4>\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.groups?.['v4']
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address
  return `${groupsOf(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

interface Window {
  refused: number
  endsAtMs: number
}

/** Counts refused keys in fixed windows of a minute; the number of windows is bounded. */
export class RefusedKeys {
  /** Windows in the order in which they end. */
  readonly #windows = new Map<string, Window>()

  /**
   * Counts one more refused key.
   * @param address address of the peer; undefined when the connection is closed.
   * @returns null while the count is within the limit; otherwise the seconds until the next key is checked, at least 1.
   */
  add(address: string | undefined): number | null {
    const nowMs = performance.now()
    const group = addressGroup(address ?? '')
    const window = this.#windowOf(group, nowMs)
    window.refused += 1
    if (window.refused <= apiLimits.refusedKeysPerMinute) return null
    return Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1_000))
  }

  #windowOf(group: string, nowMs: number): Window {
    for (const [name, { endsAtMs }] of this.#windows) {
      const hasCapacity = this.#windows.size < apiLimits.refusedAddressesMax || this.#windows.has(group)
      if (endsAtMs > nowMs && hasCapacity) break
      this.#windows.delete(name)
    }
    const known = this.#windows.get(group)
    if (known !== undefined) return known
    const window = { refused: 0, endsAtMs: nowMs + apiLimits.windowSecs * 1_000 }
    this.#windows.set(group, window)
    return window
  }
}
