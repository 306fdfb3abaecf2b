/** The cookies of a session: which of those that a lane has seen are kept. Pure. */
import { cookieLimits } from '../config/limits.ts'
import { isOfDomain } from './domain.ts'
import type { StateCookie } from '../egress/connections/state-cookie.ts'

const sizeOf = ({ name, value }: StateCookie): number => name.length + value.length

/**
 * Those that a session of a domain may keep: of its hosts, not expired, within `cookieLimits`.
 * @param nowMs the time, epoch milliseconds.
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

/** Two cookies of the same key are one (RFC 6265, section 5.3, step 11). */
const keyOf = ({ name, domain, hostOnly, path }: StateCookie): string => JSON.stringify([name, domain, hostOnly, path])

/** A cookie that a caller gave for one page, of one host. */
export interface PageCookie {
  name: string
  value: string
  host: string
}

/**
 * What a browser's cookies are without those that a caller gave for the page: those that the site has not
 * changed are none of the session's, and what they lay over comes back.
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
