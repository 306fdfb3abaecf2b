/** Decides which of the cookies that a lane has seen are kept in a session. Pure. */
import { cookieLimits } from '../config/limits.ts'
import { isOfDomain } from './domain.ts'
import type { StateCookie } from '../egress/connections/state-cookie.ts'

const sizeOf = ({ name, value }: StateCookie): number => name.length + value.length

/**
 * Returns the cookies that a session of a domain may keep: those of its hosts, not expired, within `cookieLimits`.
 * @param nowMs the current time, epoch milliseconds.
 */
export function cookiesOfDomain(cookies: readonly StateCookie[], domain: string, nowMs: number): StateCookie[] {
  return cookies
    .filter(
      (cookie) =>
        isOfDomain(cookie.domain, domain) &&
        (cookie.expiresMs === null || cookie.expiresMs > nowMs) &&
        sizeOf(cookie) <= cookieLimits.cookieMaxBytes,
    )
    .slice(0, cookieLimits.jarMaxCookies)
}

/** Two cookies with the same key are the same cookie (RFC 6265, section 5.3, step 11). */
const keyOf = ({ name, domain, hostOnly, path }: StateCookie): string => JSON.stringify([name, domain, hostOnly, path])

/** The same without `hostOnly`: a browser may change whether a cookie includes subdomains. */
const placeOf = ({ name, domain, path }: StateCookie): string => JSON.stringify([name, domain, path])

/** Returns the cookies that are not in another list. */
export function cookiesWithout(cookies: readonly StateCookie[], others: readonly StateCookie[]): StateCookie[] {
  const known = new Set(others.map(placeOf))
  return cookies.filter((cookie) => !known.has(placeOf(cookie)))
}

/** A cookie of one host that a caller gave for one page. */
export interface PageCookie {
  name: string
  value: string
  host: string
}

/**
 * Returns the cookies of a browser without those that the caller gave for the page. Those that the site did not change
 * are not part of the session, and the cookies that they replaced are restored.
 * @param before cookies of the session when the page began.
 */
export function withoutGiven(
  cookies: readonly StateCookie[],
  given: readonly PageCookie[],
  before: readonly StateCookie[],
): StateCookie[] {
  if (given.length === 0) return [...cookies]
  const callers = new Set(given.map(({ name, value, host }) => JSON.stringify([name, value, host])))
  const covered = new Map(before.map((cookie) => [keyOf(cookie), cookie]))
  return cookies.flatMap((cookie) => {
    const { name, value, domain, hostOnly, path } = cookie
    const isGiven = hostOnly && path === '/' && callers.has(JSON.stringify([name, value, domain]))
    return isGiven ? (covered.get(keyOf(cookie)) ?? []) : cookie
  })
}
