/** Converts cookies of a session to and from the browser's form. Pure. */
import type { CookieData, Cookie } from 'puppeteer'
import { isOfDomain } from '@seine/shared/sessions/domain.ts'
import type { StateCookie } from '@seine/shared/egress/connections/state-cookie.ts'

const sameSites = { strict: 'Strict', lax: 'Lax', none: 'None' } as const

/** Returns a cookie in the browser's form: a leading dot in the domain includes its subdomains. */
export const browserCookie = ({ sameSite, expiresMs, hostOnly, domain, ...cookie }: StateCookie): CookieData => ({
  ...cookie,
  domain: hostOnly ? domain : `.${domain}`,
  ...(expiresMs === null ? {} : { expires: expiresMs / 1000 }),
  ...(sameSite === null ? {} : { sameSite: sameSites[sameSite] }),
})

/**
 * The top-level site of a partitioned cookie: null without a partition, empty with a cross-site ancestor, which
 * matches no session.
 */
function partitionSite({ partitionKey }: Cookie): string | null {
  if (partitionKey === undefined || typeof partitionKey === 'string') return partitionKey ?? null
  return partitionKey.hasCrossSiteAncestor === true ? '' : partitionKey.sourceOrigin
}

/** Returns a cookie in the session's form; null for one that is partitioned under another site. */
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
