/**
 * Names of which no answer tells whether they exist, unless they lead to the public internet: a name server inside
 * may know them, and whoever asks from outside must not learn which.
 */
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { parse } from 'tldts'
import { egressLimits } from '../../config/limits.ts'

/** For documentation and tests; software is to treat them like any other name (RFC 6761, sections 6.2, 6.4, 6.5). */
const ordinaryTopLabels: ReadonlySet<string> = new Set(['example', 'invalid', 'test'])

/** Zones of which networks have views of their own besides the public one: machines of a tailnet. */
const privateViews: readonly string[] = ['ts.net']

/** A domain as settings of resolvers write it, or null for a single label, below which everything public is. */
function domainOf(text: string): string | null {
  const domain = text.toLowerCase().replace(/\.+$/, '')
  return domain.includes('.') && parse(domain, { extractHostname: false }).publicSuffix !== domain ? domain : null
}

/** The search domains of a resolv.conf: the last `search` or `domain` line counts (resolv.conf(5)). */
export function searchDomainsOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/))
  const [, ...domains] = lines.findLast(([keyword]) => keyword === 'search' || keyword === 'domain') ?? []
  return domains
}

/** What a machine counts as inside: its resolver's search domains, and the domain of its own name. */
export function machineDomains(): string[] {
  const own = hostname()
  const found = own.includes('.') ? [own.slice(own.indexOf('.') + 1)] : []
  try {
    found.push(...searchDomainsOf(readFileSync('/etc/resolv.conf', 'utf8')))
  } catch {
    // Without the file there are no search domains to know of.
  }
  return found
}

/** Says of names whether their existence is hidden; the machine's own domains are read again when they are old. */
export class InsideNames {
  readonly #read: () => readonly string[]
  readonly #now: () => number
  #domains: readonly string[] = []
  #readMs = Number.NEGATIVE_INFINITY

  /**
   * @param read the domains of the machine.
   * @param now the time, milliseconds.
   */
  constructor(read: () => readonly string[] = machineDomains, now: () => number = () => performance.now()) {
    this.#read = read
    this.#now = now
  }

  /**
   * Says whether a name is at or below a domain of the machine or a private view, or under a top-level domain that
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

/** Those of the machine that this process runs on. */
export const insideNames = new InsideNames()
