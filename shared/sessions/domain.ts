/** Where a session may be used: one registrable domain, or one exact host or address where there is none. */
import { parse } from 'tldts'

/** Names and addresses as URLs write them; a dot at the end says nothing. */
const plainHost = (host: string): string => host.toLowerCase().replace(/\.$/, '')

/**
 * The domain of a session for a host: the registrable domain (Public Suffix List, private section
 * included), else the host itself.
 * @param host as `URL.hostname` has it: IDNA in ASCII, addresses in their one spelling, IPv6 in brackets.
 * @returns null for a public suffix, under which anybody may register, and for no host at all.
 */
export function sessionDomainOf(host: string): string | null {
  const name = plainHost(host)
  if (name === '') return null
  const { domain, isIp, isIcann, isPrivate } = parse(name, { allowPrivateDomains: true, extractHostname: false })
  if (name.startsWith('[') || isIp === true) return name
  if (domain !== null) return domain
  return isIcann === true || isPrivate === true ? null : name
}

/**
 * Whether what a session holds may go to a host.
 * @param host as `URL.hostname` has it.
 * @param domain as `sessionDomainOf` gives it.
 */
export function isOfDomain(host: string, domain: string): boolean {
  const name = plainHost(host)
  // A name below the domain may be a public suffix of its own, such as one of a hosting service.
  return name === domain || (name.endsWith(`.${domain}`) && sessionDomainOf(name) === domain)
}
