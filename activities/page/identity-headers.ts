/**
 * Headers of an HTTP request for a page: user agent, language, and the headers that go with them. The user
 * agent is the caller's; without one it is left out here and the service's own applies. No other identity is
 * invented.
 */
import { factsOfUserAgent } from '@seine/shared/pages/client-hints.ts'
import { languagesFor, weighted } from '@seine/shared/pages/languages.ts'
import type { PageSession } from '@seine/shared/pages/page-session.ts'
import { sessionReach } from '@seine/shared/sessions/session-headers.ts'

type Headers = Record<string, string>

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** Whether a browser sends client hints to the URL: https and loopback (W3C Secure Contexts, section 3.1). */
function isTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/.test(hostname)
}

/** The headers that a Chromium with that user agent sends as well; empty for any other program. */
function chromiumHeaders(userAgent: string, url: URL): Headers {
  const { hints } = factsOfUserAgent(userAgent)
  if (hints === null || !isTrustworthy(url)) return {}
  const brands = (hints.brands ?? []).map(({ brand, version }) => `"${brand}";v="${version}"`)
  return {
    'sec-ch-ua': brands.join(', '),
    'sec-ch-ua-mobile': hints.mobile ? '?1' : '?0',
    'sec-ch-ua-platform': `"${hints.platform}"`,
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'none',
    'sec-fetch-user': '?1',
  }
}

/**
 * Returns the headers of a request for a page.
 * @param options.headers the caller's headers, names in any case; they take precedence over all others.
 *   `Cookie` is left out, because it belongs in the cookie jar of the attempt.
 * @param options.geolocation country whose language is preferred, ISO 3166-1 alpha-2; null = English.
 * @param url URL of the target.
 * @returns names in lower case, without a user agent unless the caller gives one.
 */
export function identityHeaders(options: { headers: Headers; geolocation: string | null }, url: string): Headers {
  const given = Object.entries(options.headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  const caller = Object.fromEntries(given.filter(([name]) => name !== 'cookie'))
  const userAgent = caller['user-agent']
  return {
    accept,
    'accept-language': weighted(languagesFor(options.geolocation)),
    'upgrade-insecure-requests': '1',
    ...(userAgent === undefined ? {} : chromiumHeaders(userAgent, new URL(url))),
    ...caller,
  }
}

/**
 * Returns the headers that a session adds to the requests for a page: its own headers and its user agent,
 * except those that the caller set for the page.
 * @param given the caller's headers, names in any case.
 * @param url URL at which the page starts.
 * @returns a function that gives the headers of one hop; call it for the hops in their order.
 */
export function headersOfSession(session: PageSession, given: Headers, url: string): (to: URL) => Headers {
  const callers = new Set(Object.keys(given).map((name) => name.toLowerCase()))
  const own = Object.entries(session.headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  const others = Object.fromEntries(own.filter(([name]) => !callers.has(name)))
  const userAgent = callers.has('user-agent') ? null : (session.userAgent ?? others['user-agent'] ?? null)
  const mayHave = sessionReach(session.domain, url)
  return (to) => {
    if (!mayHave(to, true)) return {}
    return userAgent === null ? others : { ...chromiumHeaders(userAgent, to), ...others, 'user-agent': userAgent }
  }
}

/** The caller's `Cookie` header; empty if none exists. */
export const givenCookies = (headers: Headers): string =>
  Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === 'cookie')
    .map(([, value]) => value)
    .join('; ')
