/**
 * The two forms of a URL: the fetch URL, which is requested, and the dedupe key, which is equal for two fetch URLs of
 * the same page.
 */
import { jobLimits } from '../config/limits.ts'
import { isHashRoute } from './hash-route.ts'

const strayPercent = /%(?![0-9A-Fa-f]{2})/g
/** A pair that `normalizePercentEncoding` changes: it has lower-case hex digits, or encodes an unreserved character. */
const pairToChange = /%(?:\d[a-f]|[A-F][a-f]|[a-f][\dA-Fa-f]|2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/g
const notNormal = new RegExp(`${strayPercent.source}|${pairToChange.source}`)
const unreserved = /^[A-Za-z0-9\-._~]$/

/** Query parameters that identify where a visitor came from and never the page. Lower case. */
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

/** Query parameters that carry a session id, whatever their value. Lower case. */
const sessionParameters = new Set(['jsessionid', 'phpsessid', 'cfid', 'cftoken'])

const longHex = /^[0-9a-f]{16,}$/i
const pathSessionId = /;jsessionid=[^/;]*/gi

/** How a link is converted to a fetch URL. */
export interface FetchUrlOptions {
  /**
   * Whether to keep a fragment that is a route (`#/...`, `#!...`).
   * @default false
   */
  hashRoutes?: boolean
}

/**
 * Converts a link to the URL that is fetched: the WHATWG serialisation without its fragment, otherwise unchanged.
 * @param href a link as written, absolute or relative to `base`.
 * @param base absolute URL of the page (or its `<base>`).
 * @returns the URL, or null for a link that a crawl never fetches: not parsable, not http(s), with credentials, or
 * longer than `jobLimits.urlMaxCharacters`. Never throws.
 */
export function fetchUrl(href: string, base?: string | URL, options: FetchUrlOptions = {}): string | null {
  const url = URL.parse(href, typeof base === 'object' ? base.href : base)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  if (url.username !== '' || url.password !== '') return null
  const whole = url.href
  const fetched = options.hashRoutes === true && isHashRoute(url.hash) ? whole : withoutFragment(whole)
  return fetched.length > jobLimits.urlMaxCharacters ? null : fetched
}

/** Returns host and port of a URL; empty when it is not valid. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? ''

/** Returns a URL as HTTP requests it: without its fragment. */
export function withoutFragment(url: string): string {
  const fragmentAt = url.indexOf('#')
  return fragmentAt === -1 ? url : url.slice(0, fragmentAt)
}

/** Returns the route in the fragment of a URL, including the `#`; empty if none exists. */
export function hashRouteOf(url: string): string {
  const fragmentAt = url.indexOf('#')
  const fragment = fragmentAt === -1 ? '' : url.slice(fragmentAt)
  return isHashRoute(fragment) ? fragment : ''
}

/** Returns path, parameters and query of an absolute URL as written; `/` when they are absent. */
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
 * Returns a host without leading `www.` labels, so that both forms count as the same host. A name that would be left
 * without a dot (`www.com`) is unchanged.
 * @param host lower-case host, with or without port.
 */
export function hostWithoutWww(host: string): string {
  let rest = host
  while (rest.startsWith('www.') && rest.includes('.', 4)) rest = rest.slice(4)
  return rest
}

/**
 * Normalizes percent-encoding for comparison (RFC 3986, section 6.2.2): encoded unreserved characters are decoded, the
 * hex digits of all others become upper case, and a `%` that starts no pair becomes `%25`. The last rule makes the
 * function idempotent: `%%341` must not turn into `%41`.
 */
export function normalizePercentEncoding(text: string): string {
  if (!notNormal.test(text)) return text
  return text.replace(strayPercent, '%25').replace(pairToChange, (pair) => {
    const character = String.fromCharCode(Number.parseInt(pair.slice(1), 16))
    return unreserved.test(character) ? character : pair.toUpperCase()
  })
}

/** Returns true for a parameter that never changes which page a URL identifies. `name` is in lower case. */
function isNoise(name: string, value: string): boolean {
  if (name.startsWith('utm_') || name.startsWith('aspsessionid')) return true
  if (name === 'sid') return longHex.test(value)
  return trackingParameters.has(name) || sessionParameters.has(name)
}

/** Returns the query of a key, without `?`: noise and empty pairs are removed, the rest is sorted stably by name. */
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
  // Sorted by code units, so that the result does not depend on the locale of the machine.
  if (!sorted) kept.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return kept.map((parameter) => parameter.pair).join('&')
}

/** Returns the path of a key: session ids in path parameters are removed. */
function keyPath(path: string): string {
  return path.includes(';') ? path.replace(pathSessionId, '') : path
}

/** Returns the part of a key for a route; empty for the route that a site shows by default. */
function keyRoute(route: string, ignoreQuery: boolean): string {
  if (route === '' || route === '#/' || route === '#!' || route === '#!/') return ''
  const queryAt = route.indexOf('?')
  if (queryAt === -1) return normalizePercentEncoding(route)
  const path = normalizePercentEncoding(route.slice(0, queryAt))
  const query = ignoreQuery ? '' : keyQuery(normalizePercentEncoding(route.slice(queryAt + 1)))
  return query === '' ? path : `${path}?${query}`
}

/**
 * Returns a text that is equal for two fetch URLs of the same page. Ignored are differences in percent-encoding,
 * tracking parameters, session ids, the order of parameters, `http`/`https` and a leading `www.`. Trailing slashes and
 * `index.html` are kept, because sites serve different pages there. A fragment counts when it is a route. Idempotent.
 * The key is for comparison only, and must not be fetched.
 * @param url a result of `fetchUrl`.
 * @param options `ignoreQueryParameters` drops the whole query, including that of a route.
 */
export function dedupeKey(url: string, options: { ignoreQueryParameters: boolean }): string {
  const fragmentAt = url.indexOf('#')
  if (fragmentAt === -1) return documentKey(url, options.ignoreQueryParameters)
  const route = keyRoute(hashRouteOf(url), options.ignoreQueryParameters)
  return documentKey(url.slice(0, fragmentAt), options.ignoreQueryParameters) + route
}

/** Returns the key of a URL without fragment. */
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
