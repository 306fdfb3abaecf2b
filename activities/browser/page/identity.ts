/**
 * Who a page appears to be: the browser's own user agent without the word Headless, client hints and
 * language to match, and the caller's headers. Nothing is made up: `navigator.webdriver` stays true.
 *
 * The caller's own headers go with every request to the origin of the target, from pages, frames and
 * workers alike, and to no other origin: there they would make every cross-origin request ask for
 * permission first, and hand credentials to third parties. Cookies become cookies of the target's
 * host, so that those the site sets itself stay beside them. A WebSocket handshake cannot be given
 * headers but user agent, language and cookies.
 */
import type { Protocol } from 'puppeteer'
import type { AttachedTarget } from '../recorder/contract.ts'
import { cookiesOf } from './caller-cookies.ts'
import { factsOfUserAgent, plainHints, plainUserAgent } from './client-hints.ts'
import { showUserAgent } from './identity-script.ts'
import { intercept } from './interception.ts'
import { languagesFor, languagesOf, weighted } from '../../page/languages.ts'

export interface Identity {
  override: Protocol.Network.SetUserAgentOverrideRequest
  /** Whether the caller named the user agent. */
  givenUserAgent: boolean
  /** The caller's others, to be sent to `origins` alone; null = to every origin. */
  headers: Record<string, string>
  origins: ReadonlySet<string> | null
  cookies: Protocol.Network.CookieParam[]
}

/**
 * The origin of a URL, with and without `www.` and by https too where it has no port of its own; from
 * https there is no way down to http, where everybody on the way could read what the caller sends.
 */
function originsOf(url: string): Set<string> {
  const { origin, protocol, hostname, port } = new URL(url)
  if (port !== '') return new Set([origin])
  const bare = hostname.replace(/^www\./, '')
  const hosts = /^[\d.]+$|:|^\[/.test(hostname) ? [hostname] : [bare, `www.${bare}`]
  const schemes = protocol === 'https:' ? ['https'] : ['http', 'https']
  return new Set(hosts.flatMap((host) => schemes.map((scheme) => `${scheme}://${host}`)))
}

/**
 * The identity of an attempt.
 * @param version full version of the browser, such as `156.0.8078.79`.
 * @param options.headers the caller's; `User-Agent` brings its own client hints, `Cookie` becomes cookies.
 * @param options.geolocation country whose language is preferred, ISO 3166-1 alpha-2; null = English.
 * @param url of the target; without it the headers go to every origin.
 */
export function identityFor(
  version: string,
  options: { headers: Record<string, string>; geolocation: string | null },
  url: string | null = null,
): Identity {
  const headers: Record<string, string> = {}
  const special = new Map<string, string>()
  for (const [name, value] of Object.entries(options.headers)) {
    const key = name.toLowerCase()
    if (key === 'user-agent' || key === 'accept-language' || (key === 'cookie' && url !== null)) special.set(key, value)
    else headers[name] = value
    // The browser writes its own weights; where the caller's are others, the header is replaced.
    if (key === 'accept-language' && weighted(languagesOf(value)) !== value.replaceAll(' ', '')) headers[name] = value
  }
  const userAgent = special.get('user-agent')
  const { hints, navigatorPlatform } =
    userAgent === undefined ? { hints: plainHints(version), navigatorPlatform: null } : factsOfUserAgent(userAgent)
  const acceptLanguage = special.get('accept-language') ?? null
  return {
    override: {
      userAgent: userAgent ?? plainUserAgent(version),
      acceptLanguage: acceptLanguage === null ? languagesFor(options.geolocation) : languagesOf(acceptLanguage),
      ...(navigatorPlatform === null ? {} : { platform: navigatorPlatform }),
      ...(hints === null ? {} : { userAgentMetadata: hints }),
    },
    givenUserAgent: userAgent !== undefined,
    headers,
    origins: url === null ? null : originsOf(url),
    cookies: url === null ? [] : cookiesOf(special.get('cookie') ?? '', url),
  }
}

/** The headers of a request with the caller's in place of those of the same name. */
function merged(headers: Protocol.Network.Headers, identity: Identity): Protocol.Fetch.HeaderEntry[] {
  // The first script of a service worker is asked for by the browser itself, which knows no override.
  const replacing: Record<string, string> = { 'User-Agent': identity.override.userAgent, ...identity.headers }
  const names = new Set(Object.keys(replacing).map((name) => name.toLowerCase()))
  const kept = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()))
  return [...kept, ...Object.entries(replacing)].map(([name, value]) => ({ name, value }))
}

/**
 * Gives a target its identity; to be called before it runs, nothing is awaited.
 */
export function applyIdentity(target: AttachedTarget, identity: Identity): void {
  const { session, type } = target
  const { override, headers, origins, cookies } = identity
  session.send('Network.setUserAgentOverride', override).catch(() => {})
  if (identity.givenUserAgent) showUserAgent(target, override)
  if (cookies.length > 0 && type === 'page') session.send('Network.setCookies', { cookies }).catch(() => {})
  const replacesAgent = identity.givenUserAgent && type === 'service_worker'
  if (Object.keys(headers).length === 0 && !replacesAgent) return
  if (origins === null) {
    session.send('Network.setExtraHTTPHeaders', { headers }).catch(() => {})
    return
  }
  // The requests of a dedicated worker pause at its page's session.
  if (type === 'worker') return
  intercept(session, {
    patterns: [...origins].map((origin) => ({ urlPattern: `${origin}/*` })),
    decide: ({ request }) =>
      origins.has(URL.parse(request.url)?.origin ?? '') ? merged(request.headers, identity) : null,
  })
}
