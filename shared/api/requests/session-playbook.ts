/** Converts playbooks to the form in which they are stored. */
import type { PageCondition, StoredPlaybook } from '../../sessions/state.ts'
import type { StateCookie } from '../../egress/connections/state-cookie.ts'
import { browserActions } from '../rules/browser-options.ts'
import type { GivenCondition, GivenCookie, GivenPlaybook } from './session-schema.ts'

/** Returns the host of a cookie's domain; null when it is not a host. */
export function cookieHost(domain: string): string | null {
  const host = URL.parse(`http://${domain.replace(/^\./, '')}/`)?.hostname ?? ''
  return host === '' ? null : host
}

/** Returns local storage in its stored form: by origin. */
function storageByOrigin(
  given: Record<string, unknown>,
  startOrigin: string | null,
): Record<string, Record<string, string>> {
  const entries = Object.entries(given)
  if (entries.length === 0) return {}
  if (entries.every(([, value]) => typeof value === 'string')) {
    return startOrigin === null ? {} : { [startOrigin]: given as Record<string, string> }
  }
  return Object.fromEntries(entries.map(([origin, items]) => [new URL(origin).origin, items])) as Record<
    string,
    Record<string, string>
  >
}

function storedCookie(given: GivenCookie, domain: string): StateCookie {
  const { name, value, path = '/', expires, secure = false, http_only: httpOnly = false, same_site: sameSite } = given
  const host = given.domain === undefined ? domain : (cookieHost(given.domain) ?? domain)
  // IP addresses and single-label hosts have no subdomains.
  const hostOnly = host === domain && (/^[\d.]+$/.test(host) || host.startsWith('[') || !host.includes('.'))
  const expiresMs = expires === undefined ? null : expires * 1_000
  return { name, value, domain: host, hostOnly, path, expiresMs, secure, httpOnly, sameSite: sameSite ?? null }
}

const storedCondition = (given: GivenCondition | undefined): PageCondition | null =>
  given === undefined
    ? null
    : {
        urlPattern: given.url_pattern ?? null,
        selector: given.selector ?? null,
        selectorAbsent: given.selector_absent ?? null,
        text: given.text ?? null,
        cookie: given.cookie ?? null,
        status: given.status ?? null,
      }

/**
 * Converts a playbook to its stored form.
 * @param given a playbook without problems.
 * @param keptSecrets secrets to keep when none are given.
 */
export function storedPlaybook(
  given: GivenPlaybook,
  domain: string,
  keptSecrets: Readonly<Record<string, string>>,
): StoredPlaybook {
  const start = given.start_url === undefined ? null : new URL(given.start_url)
  return {
    startUrl: start?.href ?? null,
    jsRender: given.js_render ?? null,
    actions: browserActions(given.actions ?? []),
    cookies: (given.cookies ?? []).map((cookie) => storedCookie(cookie, domain)),
    headers: given.headers ?? {},
    localStorage: storageByOrigin(given.local_storage ?? {}, start?.origin ?? null),
    geolocation: given.geolocation?.toUpperCase() ?? null,
    proxy: given.proxy_strategy ?? 'auto',
    userAgent: given.user_agent ?? null,
    secrets: given.secrets ?? keptSecrets,
    success: storedCondition(given.success),
    loggedOut: storedCondition(given.logged_out),
  }
}
