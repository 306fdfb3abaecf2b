/**
 * One entry of SEINE_EGRESS_DENY. The grammar, where `[ ]` marks optional parts:
 *
 *     entry   = host [":" port] / ["*"] ":" port
 *     host    = ipv4 ["/" bits] / "[" ipv6 "]" ["/" bits] / name / "*." name
 *
 * An entry without a port applies to every port, one without a host to every host.
 */
import { isIP } from 'node:net'
import { AllowEntryError, entryCovers, parseAllowEntry, portOfEntry, type AllowEntry } from './allow-entry.ts'
import { parseHostPattern, patternCovers, type HostPattern } from './host-pattern.ts'

/** What an entry denies: addresses, names, or a port on every host. */
export type DenyEntry =
  | { kind: 'range'; range: AllowEntry }
  | { kind: 'name'; pattern: HostPattern; port: number | null }
  | { kind: 'port'; port: number }

const beforeSlash = (text: string): string => text.replace(/\/.*/, '')

function rangeOf(text: string): DenyEntry | string {
  try {
    return { kind: 'range', range: parseAllowEntry(text) }
  } catch (error) {
    if (!(error instanceof AllowEntryError)) throw error
    return error.problem
  }
}

/**
 * Parses one entry.
 * @param text `203.0.113.0/24`, `[2001:db8::]/32:443`, `:9200`, `*:9200`, `shop.example`, `*.corp.example:8080`.
 * @returns the entry, or the violated rule.
 */
export function parseDenyEntry(text: string): DenyEntry | string {
  // The colons of an IPv6 address must not be read as the separator before a port.
  if (text.startsWith('[') || isIP(beforeSlash(text)) === 6) return rangeOf(text)
  if (text.includes('://')) return 'is a URL; write only the host'
  const at = text.lastIndexOf(':')
  const host = at === -1 ? text : text.slice(0, at)
  if (isIP(beforeSlash(host)) !== 0) return rangeOf(text)
  if (host.includes('/')) return 'has a prefix length after something that is not an IP address'
  const port = at === -1 ? null : portOfEntry(text.slice(at + 1))
  if (port === undefined) return 'has a port that is not between 1 and 65535'
  if (host === '' || host === '*') {
    return port === null ? 'would refuse every host on every port' : { kind: 'port', port }
  }
  const pattern = parseHostPattern(host)
  return typeof pattern === 'string' ? pattern : { kind: 'name', pattern, port }
}

/**
 * Returns true when an entry denies a host.
 * @param host a name in lower case without root dot, or a literal address without brackets.
 * @param port null: no specific port; entries for a single port do not apply.
 */
export function entryRefuses(entry: DenyEntry, host: string, port: number | null): boolean {
  if (entry.kind === 'port') return entry.port === port
  if (entry.kind === 'name') {
    return (entry.port === null || entry.port === port) && patternCovers(entry.pattern, host)
  }
  // `entryCovers` treats null as any port, which is right for an allow-list; here, an entry for one port must not
  // match.
  return (entry.range.port === null || port !== null) && entryCovers(entry.range, host, port)
}
