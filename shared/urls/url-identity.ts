/**
 * The two forms of a URL: the fetch URL, which goes on the wire, and the dedupe key, which says
 * that two fetch URLs are the same page.
 */
import { jobLimits } from '../config/limits.ts'
import { isHashRoute } from './hash-route.ts'

const strayPercent = /%(?![0-9A-Fa-f]{2})/g
/** A pair that `normalizePercentEncoding` changes: lower-case hex, or an unreserved character. */
const pairToChange = /%(?:\d[a-f]|[A-F][a-f]|[a-f][\dA-Fa-f]|2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/g
const notNormal = new RegExp(`${strayPercent.source}|${pairToChange.source}`)
const unreserved = /^[A-Za-z0-9\-._~]$/

/** Query parameters that say where a visitor came from, never what the page is. Lower case. */
const trackingParameters = new Set([
  'gclid',
  'dclid',
  'gbraid',
  'wbraid',
  'fbclid',
  'msclkid',
  'mc_cid',
  'mc_eid',
  'yclid',
  'igshid',
  '_ga',
  '_gl',
  '_hsenc',
  '_hsmi',
  'vero_id',
  'mkt_tok',
])

/** Query parameters that carry a session id whatever their value. Lower case. */
const sessionParameters = new Set(['jsessionid', 'phpsessid', 'cfid', 'cftoken'])

const longHex = /^[0-9a-f]{16,}$/i
const pathSessionId = /;jsessionid=[^/;]*/gi

/** How a link becomes a fetch URL. */
export interface FetchUrlOptions {
  /** Whether a fragment that is a route (`#/…`, `#!…`) stays. @default false */
  hashRoutes?: boolean
}

/**
 * The form of a link that is fetched: the WHATWG serialisation without its fragment, nothing else
 * changed.
 * @param href a link as written, absolute or relative to `base`.
 * @param base absolute URL of the page (or its `<base>`).
 * @returns the URL, or null for what a crawl never fetches: not parsable, not http(s), carrying
 *   credentials, or longer than `jobLimits.urlMaxCharacters`. Never throws.
 */
export function fetchUrl(href: string, base?: string | URL, options: FetchUrlOptions = {}): string | null {
  const url = URL.parse(href, typeof base === 'object' ? base.href : base)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  if (url.username !== '' || url.password !== '') return null
  const whole = url.href
  const fetched = options.hashRoutes === true && isHashRoute(url.hash) ? whole : withoutFragment(whole)
  return fetched.length > jobLimits.urlMaxCharacters ? null : fetched
}

/** A URL as HTTP sends it. */
export function withoutFragment(url: string): string {
  const fragmentAt = url.indexOf('#')
  return fragmentAt === -1 ? url : url.slice(0, fragmentAt)
}

/** The route behind the `#` of a URL, `#` included; empty where there is none. */
export function hashRouteOf(url: string): string {
  const fragmentAt = url.indexOf('#')
  const fragment = fragmentAt === -1 ? '' : url.slice(fragmentAt)
  return isHashRoute(fragment) ? fragment : ''
}

/** Path, parameters and query of an absolute URL, as they stand there; `/` where there is none. */
export function pathAndQuery(url: string | URL): string {
  if (typeof url === 'object') return url.pathname + url.search
  const hostAt = url.indexOf('://') + 3
  const fragmentAt = url.indexOf('#', hostAt)
  const rest = fragmentAt === -1 ? url.slice(hostAt) : url.slice(hostAt, fragmentAt)
  const pathAt = rest.search(/[/?]/)
  if (pathAt === -1) return '/'
  return rest[pathAt] === '?' ? `/${rest.slice(pathAt)}` : rest.slice(pathAt)
}

/**
 * A host without leading `www.` labels, which count as the same host. A name that would keep no dot
 * (`www.com`) is left alone.
 * @param host lower-case host, with or without port.
 */
export function hostWithoutWww(host: string): string {
  let rest = host
  while (rest.startsWith('www.') && rest.includes('.', 4)) rest = rest.slice(4)
  return rest
}

/**
 * Percent-encoding made comparable (RFC 3986 section 6.2.2): encoded unreserved characters are
 * decoded, the hex digits of all others are upper case, a `%` that starts no pair becomes `%25`.
 * The last one makes the function idempotent: `%%341` must not turn into `%41`.
 */
export function normalizePercentEncoding(text: string): string {
  if (!notNormal.test(text)) return text
  return text.replace(strayPercent, '%25').replace(pairToChange, (pair) => {
    const character = String.fromCharCode(Number.parseInt(pair.slice(1), 16))
    return unreserved.test(character) ? character : pair.toUpperCase()
  })
}

/** True for a parameter that never changes what the page is. `name` in lower case. */
function isNoise(name: string, value: string): boolean {
  if (name.startsWith('utm_') || name.startsWith('aspsessionid')) return true
  if (name === 'sid') return longHex.test(value)
  return trackingParameters.has(name) || sessionParameters.has(name)
}

/** The query of a key, without `?`: noise and empty pairs removed, the rest sorted stably by name. */
function keyQuery(query: string): string {
  const kept: { name: string; pair: string }[] = []
  let sorted = true
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = equals === -1 ? pair : pair.slice(0, equals)
    if (isNoise(name.toLowerCase(), equals === -1 ? '' : pair.slice(equals + 1))) continue
    const previous = kept.at(-1)
    if (previous !== undefined && previous.name > name) sorted = false
    kept.push({ name, pair })
  }
  // Code-unit order: the same on every machine, whatever its locale.
  if (!sorted) kept.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return kept.map((parameter) => parameter.pair).join('&')
}

/** The path of a key: without session ids in path parameters. */
function keyPath(path: string): string {
  return path.includes(';') ? path.replace(pathSessionId, '') : path
}

/** The part of a key for a route: nothing where it is the one that a site shows without any. */
function keyRoute(route: string, ignoreQuery: boolean): string {
  if (route === '' || route === '#/' || route === '#!' || route === '#!/') return ''
  const queryAt = route.indexOf('?')
  if (queryAt === -1) return normalizePercentEncoding(route)
  const path = normalizePercentEncoding(route.slice(0, queryAt))
  const query = ignoreQuery ? '' : keyQuery(normalizePercentEncoding(route.slice(queryAt + 1)))
  return query === '' ? path : `${path}?${query}`
}

/**
 * The text two fetch URLs share when they are the same page. Besides percent-encoding, tracking
 * parameters, session ids and the order of parameters, `http`/`https` and a leading `www.` are
 * levelled; trailing slashes and `index.html` are kept, because sites serve different pages there.
 * A fragment counts when it is a route. Idempotent. To be compared, not fetched.
 * @param url a result of `fetchUrl`.
 * @param options with `ignoreQueryParameters` the whole query is dropped, that of a route included.
 */
export function dedupeKey(url: string, options: { ignoreQueryParameters: boolean }): string {
  const fragmentAt = url.indexOf('#')
  if (fragmentAt === -1) return documentKey(url, options.ignoreQueryParameters)
  const route = keyRoute(hashRouteOf(url), options.ignoreQueryParameters)
  return documentKey(url.slice(0, fragmentAt), options.ignoreQueryParameters) + route
}

/** The key of a URL without fragment. */
function documentKey(url: string, ignoreQuery: boolean): string {
  const hostAt = url.startsWith('https://') ? 8 : 7
  const pathAt = url.indexOf('/', hostAt)
  if (pathAt === -1) return url
  const queryAt = url.indexOf('?', pathAt)
  const host = hostWithoutWww(url.slice(hostAt, pathAt))
  const rawPath = queryAt === -1 ? url.slice(pathAt) : url.slice(pathAt, queryAt)
  const path = keyPath(normalizePercentEncoding(rawPath))
  if (queryAt === -1 || ignoreQuery) return `http://${host}${path}`
  const query = keyQuery(normalizePercentEncoding(url.slice(queryAt + 1)))
  return query === '' ? `http://${host}${path}` : `http://${host}${path}?${query}`
}
