/**
 * Names whose existence no answer may reveal, unless they resolve to public addresses: an internal name server may
 * know them, and a caller from outside must not learn which ones exist.
 */
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { parse } from 'tldts'
import { egressLimits } from '../../config/limits.ts'

/** Reserved for documentation and tests; software treats them like other names (RFC 6761, sections 6.2, 6.4, 6.5). */
const ordinaryTopLabels: ReadonlySet<string> = new Set(['example', 'invalid', 'test'])

/** Zones for which networks have internal views in addition to the public one: machines of a tailnet. */
const privateViews: readonly string[] = ['ts.net']

/**
 * Normalizes a domain of resolver settings; null for a public suffix or a single label, below which public names
 * exist.
 */
function domainOf(text: string): string | null {
  const domain = text.toLowerCase().replace(/\.+$/, '')
  return domain.includes('.') && parse(domain, { extractHostname: false }).publicSuffix !== domain ? domain : null
}

/** Returns the search domains of a resolv.conf: the last `search` or `domain` line applies (resolv.conf(5)). */
export function searchDomainsOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/))
  const [, ...domains] = lines.findLast(([keyword]) => keyword === 'search' || keyword === 'domain') ?? []
  return domains
}

/** Returns the internal domains of a machine: the search domains of its resolver, and the domain of its own name. */
export function machineDomains(): string[] {
  const own = hostname()
  const found = own.includes('.') ? [own.slice(own.indexOf('.') + 1)] : []
  try {
    found.push(...searchDomainsOf(readFileSync('/etc/resolv.conf', 'utf8')))
  } catch {
    // Without the file, there are no search domains.
  }
  return found
}

/** Determines whether the existence of a name is hidden; refreshes the domains of the machine when they are too old. */
export class InsideNames {
  readonly #read: () => readonly string[]
  readonly #now: () => number
  #domains: readonly string[] = []
  #readMs = Number.NEGATIVE_INFINITY

  /**
   * @param read returns the domains of the machine.
   * @param now returns the time, milliseconds.
   */
  constructor(read: () => readonly string[] = machineDomains, now: () => number = () => performance.now()) {
    this.#read = read
    this.#now = now
  }

  /**
   * Returns true for a name at or below a domain of the machine or a private view, or below a top-level domain that
   * the public root does not have.
   * @param name lower case, IDNA in ASCII, without root dot.
   */
  has(name: string): boolean {
    const { publicSuffix, isIcann } = parse(name, { extractHostname: false, validateHostname: false })
    const top = publicSuffix?.slice(publicSuffix.lastIndexOf('.') + 1) ?? ''
    if (isIcann !== true && !ordinaryTopLabels.has(top)) return true
    return [...privateViews, ...this.#machine()].some((domain) => name === domain || name.endsWith(`.${domain}`))
  }

  #machine(): readonly string[] {
    const now = this.#now()
    if (now - this.#readMs >= egressLimits.machineDomainsMaxAgeMs) {
      this.#readMs = now
      this.#domains = this.#read().flatMap((text) => domainOf(text) ?? [])
    }
    return this.#domains
  }
}

/** Internal names of the machine that this process runs on. */
export const insideNames = new InsideNames()
