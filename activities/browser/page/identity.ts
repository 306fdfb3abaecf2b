/**
 * Who a page appears to be: the browser's own user agent without the word Headless, client hints and
 * language to match, and the caller's headers. Nothing is made up: `navigator.webdriver` stays true.
 *
 * The caller's own headers go with every request to the origin of the target, from pages, frames and
 * workers alike, and to no other origin: there they would make every cross-origin request ask for
 * permission first, and hand credentials to third parties. Cookies become cookies of the target's
 * host, so that those the site sets itself stay beside them. A browser gives the handshake of a WebSocket
 * user agent, language and cookies alone: the forward proxy adds the others, to those of `ws:`.
 *
 * Headers of a session go to every host of its domain, with those of the caller before them.
 */
import type { Protocol } from 'puppeteer'
import type { BrowserSession } from '@seine/shared/tasks/browser-page.ts'
import { isOfDomain } from '@seine/shared/sessions/domain.ts'
import { sessionReach } from '@seine/shared/sessions/session-headers.ts'
import type { AttachedTarget } from '../recorder/contract.ts'
import { cookiesOf } from './caller-cookies.ts'
import { factsOfUserAgent, plainHints, plainUserAgent } from '@seine/shared/pages/client-hints.ts'
import { showUserAgent } from './identity-script.ts'
import { intercept } from './interception.ts'
import { languagesFor, languagesOf, weighted } from '@seine/shared/pages/languages.ts'

export interface Identity {
  override: Protocol.Network.SetUserAgentOverrideRequest
  /** Whether the caller named the user agent. */
  givenUserAgent: boolean
  /** The caller's others, to be sent to `origins` alone; null = to every origin. */
  headers: Record<string, string>
  origins: ReadonlySet<string> | null
  cookies: Protocol.Network.CookieParam[]
  /** Headers of a session, to be sent to hosts of its domain alone; null = none. */
  session: { domain: string; headers: Record<string, string>; mayHave: ReturnType<typeof sessionReach> } | null
}

/** Headers that are told the browser in another way. */
const toldOtherwise = new Set(['user-agent', 'cookie'])

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
 * @param session whose page it is; null = nobody's. What the caller gives goes before what it has.
 */
export function identityFor(
  version: string,
  options: { headers: Record<string, string>; geolocation: string | null },
  url: string | null = null,
  session: BrowserSession | null = null,
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
  const ofSession = headersOf(session)
  const userAgent = special.get('user-agent') ?? session?.userAgent ?? ofSession.get('user-agent')
  const { hints, navigatorPlatform } =
    userAgent === undefined ? { hints: plainHints(version), navigatorPlatform: null } : factsOfUserAgent(userAgent)
  const acceptLanguage = special.get('accept-language') ?? ofSession.get('accept-language') ?? null
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
    cookies: url === null ? [] : cookiesOf(special.get('cookie') ?? sessionCookie(session, url), url),
    session: url === null || session === null ? null : sessionPart(session, url, special),
  }
}

const headersOf = (session: BrowserSession | null): Map<string, string> =>
  new Map(Object.entries(session?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]))

/** A `Cookie` header of a session, which is none of its state's; empty where the page has none of it. */
const sessionCookie = (session: BrowserSession | null, url: string): string =>
  session !== null && isOfDomain(new URL(url).hostname, session.domain) ? (headersOf(session).get('cookie') ?? '') : ''

/** @param callers what the caller has said in another way. */
function sessionPart(
  { domain, headers }: BrowserSession,
  url: string,
  callers: ReadonlyMap<string, string>,
): Identity['session'] {
  const sent = Object.entries(headers).filter(([name]) => {
    const key = name.toLowerCase()
    return !toldOtherwise.has(key) && !callers.has(key)
  })
  return sent.length === 0 ? null : { domain, headers: Object.fromEntries(sent), mayHave: sessionReach(domain, url) }
}

/** The headers of a request with others in place of those of the same name. */
function merged(
  headers: Protocol.Network.Headers,
  identity: Identity,
  others: Record<string, string>,
): Protocol.Fetch.HeaderEntry[] {
  // The first script of a service worker is asked for by the browser itself, which knows no override.
  const replacing: Record<string, string> = { 'User-Agent': identity.override.userAgent, ...others }
  const names = new Set(Object.keys(replacing).map((name) => name.toLowerCase()))
  const kept = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()))
  return [...kept, ...Object.entries(replacing)].map(([name, value]) => ({ name, value }))
}

/** What a request has of the caller and of the session; null = nothing. */
function headersFor(identity: Identity, url: URL | null, isPage: boolean): Record<string, string> | null {
  if (url === null) return null
  const { session } = identity
  const isOwn = identity.origins?.has(url.origin) === true
  const isOfSession = session !== null && session.mayHave(url, isPage)
  if (!isOwn && !isOfSession) return null
  const own = isOwn ? identity.headers : {}
  if (!isOfSession) return own
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const others = Object.entries(session.headers).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...Object.fromEntries(others), ...own }
}

/** Headers for the handshake of a WebSocket. @param url in its http form. @returns null for none. */
export const handshakeHeaders = (identity: Identity, url: URL): Record<string, string> | null =>
  headersFor(identity, url, false)

/** Where requests that may have headers go; more than those match, and are looked at one by one. */
const patternsOf = (origins: ReadonlySet<string>, session: Identity['session']): string[] => [
  ...[...origins].map((origin) => `${origin}/*`),
  ...(session === null
    ? []
    : ['', '*.'].flatMap((below) => ['/', ':'].map((end) => `*://${below}${session.domain}${end}*`))),
]

/**
 * Gives a target its identity; to be called before it runs, nothing is awaited.
 */
export function applyIdentity(target: AttachedTarget, identity: Identity): void {
  const { session, type } = target
  const { override, headers, origins, cookies, session: ofSession } = identity
  session.send('Network.setUserAgentOverride', override).catch(() => {})
  if (identity.givenUserAgent) showUserAgent(target, override)
  if (cookies.length > 0 && type === 'page') session.send('Network.setCookies', { cookies }).catch(() => {})
  const replacesAgent = identity.givenUserAgent && type === 'service_worker'
  if (Object.keys(headers).length === 0 && ofSession === null && !replacesAgent) return
  if (origins === null) {
    session.send('Network.setExtraHTTPHeaders', { headers }).catch(() => {})
    return
  }
  // The requests of a dedicated worker pause at its page's session.
  if (type === 'worker') return
  intercept(session, {
    patterns: patternsOf(origins, ofSession).map((urlPattern) => ({ urlPattern })),
    decide: ({ request, resourceType }) => {
      const added = headersFor(identity, URL.parse(request.url), resourceType === 'Document')
      return added === null ? null : merged(request.headers, identity, added)
    },
  })
}
