/** What the hosts of all links of a site end in. */
import { getDomain } from 'tldts'
import { hostWithoutWww } from '@seine/shared/urls/url-identity.ts'

/** The registrable domain of a URL, or its host where there is none; with its port. */
export function siteDomain(url: string): string {
  const { hostname, host } = new URL(url)
  const domain = getDomain(hostname, { allowPrivateDomains: true })
  return domain === null ? hostWithoutWww(host) : `${domain}${host.slice(hostname.length)}`
}
