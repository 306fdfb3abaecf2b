/** Cookies of a session in the terms of the browser. Pure. */
import type { CookieData, Cookie } from 'puppeteer'
import { isOfDomain } from '@seine/shared/sessions/domain.ts'
import type { StateCookie } from '@seine/shared/egress/connections/state-cookie.ts'

const sameSites = { strict: 'Strict', lax: 'Lax', none: 'None' } as const

/** As a browser is given it: a leading dot stands for the hosts below. */
export const browserCookie = ({ sameSite, expiresMs, hostOnly, domain, ...cookie }: StateCookie): CookieData => ({
  ...cookie,
  domain: hostOnly ? domain : `.${domain}`,
  ...(expiresMs === null ? {} : { expires: expiresMs / 1000 }),
  ...(sameSite === null ? {} : { sameSite: sameSites[sameSite] }),
})

/** The site of a partition; those of documents below another site are nobody else's. */
function partitionSite({ partitionKey }: Cookie): string | null {
  if (partitionKey === undefined || typeof partitionKey === 'string') return partitionKey ?? null
  return partitionKey.hasCrossSiteAncestor === true ? '' : partitionKey.sourceOrigin
}

/** As a session keeps it; null for one that is kept apart for another site. */
export function stateCookie(cookie: Cookie, domain: string): StateCookie | null {
  const site = partitionSite(cookie)
  if (site !== null && !isOfDomain(URL.parse(site)?.hostname ?? '', domain)) return null
  const { name, value, path, expires, secure, httpOnly, sameSite } = cookie
  const isBelow = cookie.domain.startsWith('.')
  return {
    name,
    value,
    domain: isBelow ? cookie.domain.slice(1) : cookie.domain,
    hostOnly: !isBelow,
    path,
    expiresMs: expires > 0 ? Math.round(expires * 1000) : null,
    secure,
    httpOnly: httpOnly === true,
    sameSite: sameSite === undefined ? null : asWritten(sameSite),
  }
}

function asWritten(sameSite: NonNullable<Cookie['sameSite']>): StateCookie['sameSite'] {
  if (sameSite === 'Strict') return 'strict'
  if (sameSite === 'Lax') return 'lax'
  return sameSite === 'None' ? 'none' : null
}
