/** Resolves the target of a link on a result page: engines wrap their links in redirects. */
import type { SerpEngine } from '@seine/shared/tasks/scrape-task.ts'
import { serpLimits } from '@seine/shared/config/serp-limits.ts'

export type ResultLink =
  /** @param url absolute, http or https. */
  | { kind: 'result'; url: string }
  /** @param url null when the engine does not reveal it. */
  | { kind: 'ad'; url: string | null }

/** Hosts of an engine besides the one that served the page. */
const hostsOf: Readonly<Record<SerpEngine, RegExp>> = {
  google: /(?:^|\.)google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$|(?:^|\.)googleadservices\.com$/,
  bing: /(?:^|\.)bing\.com$/,
  duckduckgo: /(?:^|\.)duckduckgo\.com$/,
}

const adPaths: Readonly<Record<SerpEngine, RegExp>> = {
  google: /^\/(?:aclk|pagead\/)/,
  bing: /^\/acli?c?k/,
  duckduckgo: /^\/y\.js$/,
}

/** Paths of an engine's own pages, which are not results. */
const ownPaths = /^\/(?:search|html|lite|images|imgres|preferences|advanced_search|settings|setprefs|sorry)(?:\/|$)/

function webUrl(text: string | null, base?: string): URL | null {
  if (text === null || text.length > serpLimits.linkMaxCharacters) return null
  const url = URL.parse(text.trim(), base)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '' ? url : null
}

/** Bing: `u=a1` followed by the URL in base64url; in ads without the `a1`, and percent-encoded first. */
function decoded(parameter: string | null): string | null {
  if (parameter === null || !/^(?:a1|aHR0c)/.test(parameter)) return parameter
  const text = Buffer.from(parameter.replace(/^a1/, ''), 'base64url').toString('utf8')
  try {
    return /^https?%3/i.test(text) ? decodeURIComponent(text) : text
  } catch {
    return null
  }
}

const targets: Readonly<Record<SerpEngine, (url: URL) => string | null | undefined>> = {
  google: ({ pathname, searchParams }) =>
    pathname === '/url' || pathname === '/interstitial'
      ? (searchParams.get('q') ?? searchParams.get('url'))
      : undefined,
  bing: ({ pathname, searchParams }) => (pathname === '/ck/a' ? decoded(searchParams.get('u')) : undefined),
  duckduckgo: ({ pathname, searchParams }) => (/^\/l\/?$/.test(pathname) ? searchParams.get('uddg') : undefined),
}

/** Parameters in which ads keep the URL of the advertiser. */
const adTargets = ['adurl', 'u3', 'u'] as const

function adTarget(url: URL): string | null {
  for (const name of adTargets) {
    const target = webUrl(decoded(url.searchParams.get(name)))
    if (target !== null) return target.href
  }
  return null
}

/**
 * Resolves a link.
 * @param href as written in the page.
 * @param pageUrl URL of the page.
 * @returns null when it does not link to a website: the engine's own pages, scripts, broken redirects.
 */
export function resultLink(engine: SerpEngine, href: string, pageUrl: string): ResultLink | null {
  const isWhole = /^\s*https?:\/\//i.test(href)
  let url = webUrl(href, pageUrl)
  const { origin } = new URL(pageUrl)
  // DuckDuckGo wraps its ads in the redirect that it uses for results.
  for (let wraps = 0; wraps < 3 && url !== null; wraps++) {
    if (url.origin !== origin && !hostsOf[engine].test(url.hostname)) {
      return { kind: 'result', url: url.href }
    }
    if (adPaths[engine].test(url.pathname)) return { kind: 'ad', url: adTarget(url) }
    const target = targets[engine](url)
    if (target === undefined) {
      // A search for the engine itself returns its pages as results, linked by absolute URL.
      return isWhole && !ownPaths.test(url.pathname) ? { kind: 'result', url: url.href } : null
    }
    url = webUrl(target)
  }
  return null
}

/** Host without `www.`, as displayed with results. */
export const domainOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '')

/** Returns the same key for two spellings of a URL that lead to the same page. */
export function sameLinkKey(link: string): string {
  const url = new URL(link)
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}${url.search}${url.hash}`
}
