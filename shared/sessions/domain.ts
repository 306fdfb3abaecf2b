/** Where a session may be used: one registrable domain, or one exact host or address if none exists. */
import { parse } from 'tldts'

/** Normalises a host as URLs write it; a trailing dot has no meaning. */
const plainHost = (host: string): string => host.toLowerCase().replace(/\.$/, '')

/**
 * Returns the domain of a session for a host: the registrable domain (Public Suffix List, private section included),
 * otherwise the host itself.
 * @param host as in `URL.hostname`: IDNA in ASCII, addresses in canonical form, IPv6 in brackets.
 * @returns null for a public suffix, under which anyone may register, and for an empty host.
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
 * Returns whether the data of a session may be sent to a host.
 * @param host as in `URL.hostname`.
 * @param domain as `sessionDomainOf` returns it.
 */
export function isOfDomain(host: string, domain: string): boolean {
  const name = plainHost(host)
  // A name below the domain may itself be a public suffix, such as that of a hosting service.
  return name === domain || (name.endsWith(`.${domain}`) && sessionDomainOf(name) === domain)
}
