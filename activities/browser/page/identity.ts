/**
 * The identity of a page: the browser's own user agent without the word Headless, matching client hints and
 * language, and the caller's headers. Nothing is invented: `navigator.webdriver` stays true.
 *
 * The caller's headers are added to every request to the origin of the target, from pages, frames and workers alike,
 * and to no other origin: there they would cause a CORS preflight for every cross-origin request, and give
 * credentials to third parties. Cookies become cookies of the target's host, so that cookies set by the site stay
 * beside them. For the handshake of a WebSocket a browser sends only user agent, language and cookies: the forward
 * proxy adds the other headers, for `ws:` only.
 *
 * Headers of a session are sent to every host of its domain; headers of the caller take precedence.
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
import { setCookies } from './set-cookies.ts'
import { languagesFor, languagesOf, weighted } from '@seine/shared/pages/languages.ts'

export interface Identity {
  override: Protocol.Network.SetUserAgentOverrideRequest
  /** Whether the caller named the user agent. */
  givenUserAgent: boolean
  /** The caller's other headers, sent only to `origins`; null = to every origin. */
  headers: Record<string, string>
  origins: ReadonlySet<string> | null
  cookies: Protocol.Network.CookieParam[]
  /** Headers of a session, sent only to hosts of its domain; null = none. */
  session: { domain: string; headers: Record<string, string>; mayHave: ReturnType<typeof sessionReach> } | null
}

/** Headers that the browser is given in another way. */
const setOtherwise = new Set(['user-agent', 'cookie'])

/**
 * Returns the origins that get the caller's headers. With a port: only the origin of the URL. Otherwise its host with
 * and without `www.` (an IP address: only itself), and for http also https. An https URL does not include http, where
 * the headers could be read on the way.
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
 * Returns the identity of an attempt.
 * @param version full version of the browser, such as `156.0.8078.79`.
 * @param options.headers the caller's headers; client hints follow `User-Agent`, and `Cookie` becomes cookies.
 * @param options.geolocation country whose language is preferred, ISO 3166-1 alpha-2; null = English.
 * @param url URL of the target; without it the headers are sent to every origin.
 * @param session session of the page; null = none. Headers of the caller take precedence over those of the session.
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
    // The browser writes its own weights; when the caller's differ, the header is replaced.
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

/** The session's own `Cookie` header, which is not part of its state; empty when the URL is outside of its domain. */
const sessionCookie = (session: BrowserSession | null, url: string): string =>
  session !== null && isOfDomain(new URL(url).hostname, session.domain) ? (headersOf(session).get('cookie') ?? '') : ''

/** @param callers headers of the caller that are set in another way. */
function sessionPart(
  { domain, headers }: BrowserSession,
  url: string,
  callers: ReadonlyMap<string, string>,
): Identity['session'] {
  const sent = Object.entries(headers).filter(([name]) => {
    const key = name.toLowerCase()
    return !setOtherwise.has(key) && !callers.has(key)
  })
  return sent.length === 0 ? null : { domain, headers: Object.fromEntries(sent), mayHave: sessionReach(domain, url) }
}

/** Returns the headers of a request, with `others` replacing those of the same names. */
function merged(
  headers: Protocol.Network.Headers,
  identity: Identity,
  others: Record<string, string>,
): Protocol.Fetch.HeaderEntry[] {
  // The browser itself requests the first script of a service worker and ignores the override there.
  const replacing: Record<string, string> = { 'User-Agent': identity.override.userAgent, ...others }
  const names = new Set(Object.keys(replacing).map((name) => name.toLowerCase()))
  const kept = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()))
  return [...kept, ...Object.entries(replacing)].map(([name, value]) => ({ name, value }))
}

/** Returns the headers of the caller and of the session for a request; null = none. */
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

/**
 * Returns the headers for the handshake of a WebSocket.
 * @param url its URL with the scheme http or https.
 * @returns null for none.
 */
export const handshakeHeaders = (identity: Identity, url: URL): Record<string, string> | null =>
  headersFor(identity, url, false)

/** URL patterns of requests that may get headers. They match more than that, so each request is checked again. */
const patternsOf = (origins: ReadonlySet<string>, session: Identity['session']): string[] => [
  ...[...origins].map((origin) => `${origin}/*`),
  ...(session === null
    ? []
    : ['', '*.'].flatMap((below) => ['/', ':'].map((end) => `*://${below}${session.domain}${end}*`))),
]

/**
 * Applies the identity to a target. Call it before the target runs; it sends commands without awaiting them.
 * @returns number of cookies that the browser refuses, 0 for any target but the page; await it before the page
 *   navigates. Never rejects.
 */
export function applyIdentity(target: AttachedTarget, identity: Identity): Promise<number> {
  const { session, type } = target
  session.send('Network.setUserAgentOverride', identity.override).catch(() => {})
  if (identity.givenUserAgent) showUserAgent(target, identity.override)
  const cookies = type === 'page' ? identity.cookies : []
  const refused = setCookies(cookies, async (...some) => await session.send('Network.setCookies', { cookies: some }))
  applyHeaders(target, identity)
  return refused
}

function applyHeaders({ session, type }: AttachedTarget, identity: Identity): void {
  const { headers, origins, session: ofSession } = identity
  const replacesAgent = identity.givenUserAgent && type === 'service_worker'
  if (Object.keys(headers).length === 0 && ofSession === null && !replacesAgent) return
  if (origins === null) {
    session.send('Network.setExtraHTTPHeaders', { headers }).catch(() => {})
    return
  }
  // The requests of a dedicated worker pause at the session of its page.
  if (type === 'worker') return
  intercept(session, {
    patterns: patternsOf(origins, ofSession).map((urlPattern) => ({ urlPattern })),
    decide: ({ request, resourceType }) => {
      const added = headersFor(identity, URL.parse(request.url), resourceType === 'Document')
      return added === null ? null : merged(request.headers, identity, added)
    },
  })
}
