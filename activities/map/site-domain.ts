/** The common suffix of the hosts of all links of a site. */
import { registrableDomain } from '@seine/shared/urls/registrable-domain.ts'
import { hostWithoutWww } from '@seine/shared/urls/url-identity.ts'

/** Returns the registrable domain of a URL, or its host if none exists; with its port. */
export function siteDomain(url: string): string {
  const { hostname, host } = new URL(url)
  const domain = registrableDomain(hostname)
  return domain === null ? hostWithoutWww(host) : `${domain}${host.slice(hostname.length)}`
}
