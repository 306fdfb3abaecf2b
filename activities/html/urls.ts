/** Resolves the relative references of a page; those that need the URL parser, only once each. */
import { jobLimits } from '@seine/shared/config/limits.ts'
import { isHashRoute } from '@seine/shared/urls/hash-route.ts'

/** Resolves the references of one page. */
export interface UrlResolver {
  /** Absolute URL for content; null when invalid, too long, executable, or pointing into the reader's own machine. */
  resolve(reference: string): string | null
  /**
   * Absolute http(s) URL to follow, without fragment (routes are kept with `hashRoutes`); null for anything else, and
   * with credentials, with which no page is fetched.
   */
  page(reference: string): string | null
  /** True when the reference points to a place on the same page. */
  isSamePage(reference: string): boolean
}

const refusedSchemes = new Set(['javascript:', 'vbscript:', 'data:', 'blob:', 'file:', 'filesystem:', 'about:'])

/**
 * Creates a resolver for one page.
 * @param pageUrl final URL of the page.
 * @param baseHref href of the first base element that has one, or null. A base that is not an http(s)
 * URL is ignored, as the HTML standard requires; so is one longer than the maximum URL length, because it
 * would be copied into every link.
 * @param hashRoutes true when links that differ only in a route after `#` are different pages.
 */
export function createUrlResolver(pageUrl: string, baseHref: string | null, hashRoutes = false): UrlResolver {
  const own = URL.parse(pageUrl)
  const href = baseHref?.trim() ?? ''
  const named = baseHref === null || isTooLong(href) ? null : URL.parse(href, pageUrl)
  const base = named !== null && isHttp(named) && !isTooLong(named.href) ? named.href : (own?.href ?? 'about:blank')
  const pageOf = (absolute: string): string => {
    const hash = absolute.indexOf('#')
    return hash === -1 || (hashRoutes && isHashRoute(absolute.slice(hash, hash + 2)))
      ? absolute
      : absolute.slice(0, hash)
  }
  const ownPage = pageOf(own?.href ?? '')
  const root = isHttpUrl(base) ? (URL.parse('/', base)?.href.slice(0, -1) ?? null) : null
  const cache = new Map<string, string | null>()

  const resolve = (reference: string): string | null => {
    if (isTooLong(reference)) return null
    const plain = root === null ? null : plainUrl(reference, root)
    if (plain !== null) return isTooLong(plain) ? null : plain
    const known = cache.get(reference)
    if (known !== undefined) return known
    const url = URL.parse(reference, base)
    const absolute = url !== null && !refusedSchemes.has(url.protocol) && !isTooLong(url.href) ? url.href : null
    cache.set(reference, absolute)
    return absolute
  }

  return {
    resolve,
    page(reference) {
      const absolute = resolve(reference)
      if (absolute === null || !isHttpUrl(absolute) || credentials.test(absolute)) return null
      return pageOf(absolute)
    },
    isSamePage(reference) {
      if (reference.startsWith('#') && !(hashRoutes && isHashRoute(reference))) return true
      if (!reference.includes('#')) return false
      const absolute = resolve(reference)
      return absolute !== null && pageOf(absolute) === ownPage
    },
  }
}

/** User name and password of an http(s) URL as the URL parser writes it. */
const credentials = /^https?:\/\/[^/?#]*@/

/**
 * A path with query and fragment that the URL parser leaves as it is, because it contains neither characters to encode
 * nor encoded dots. Dot segments are excluded by `plainUrl`.
 */
const plainPath =
  /^\/(?!\/)(?:[\w\-~.!$&()*+,;=:@/]|%(?!2[eE]))*(?:\?[\w\-~.!$&()*+,;=:@/?%]*)?(?:#[\w\-~.!$&()*+,;=:@/?%]*)?$/

/**
 * Resolves the form of most links without the URL parser, which costs many times as much: a path from the root, alone
 * or after the origin of the base.
 * @param root the base up to its path, as the URL parser writes it.
 * @returns what `URL.parse` would return for it; null for any other reference.
 */
function plainUrl(reference: string, root: string): string | null {
  const isAbsolute = reference.startsWith(root)
  const path = isAbsolute ? reference.slice(root.length) : reference
  if (!plainPath.test(path) || path.includes('/.')) return null
  return isAbsolute ? reference : root + path
}

const isTooLong = (url: string): boolean => url.length > jobLimits.urlMaxCharacters

/** Returns true for an absolute http(s) URL. */
export const isHttpUrl = (url: string): boolean => url.startsWith('http://') || url.startsWith('https://')

const isHttp = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:'
