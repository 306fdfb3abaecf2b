/** Decides which pages may be cached, and which requests a cached page may answer. Pure. */
import { isHashRoute } from '@seine/shared/urls/hash-route.ts'
import type { CacheKey, PageRequest } from '@seine/shared/pages/page.ts'
import type { LaneAnswer, LaneContent } from '@seine/shared/pages/lane.ts'

/**
 * Whether a cached page may answer a request: not when the caller acts on the page or identifies itself, which
 * includes a session that exists already.
 */
export const mayUseCache = ({ method, body, browser, screenshot, maxAgeSecs, session = null }: PageRequest): boolean =>
  maxAgeSecs > 0 &&
  (session === null || session.isNew === true) &&
  method === 'GET' &&
  body === null &&
  screenshot === null &&
  browser.actions.length === 0 &&
  Object.keys(browser.headers).length === 0

/** The browser options, besides the URL, that change what is loaded. */
function waitsOf({ waitSelector, waitMs, networkIdle, loadDom, disableResources }: PageRequest['browser']): string {
  return JSON.stringify([waitSelector, waitMs, networkIdle, loadDom, disableResources.toSorted()])
}

/** Removes a fragment that makes no difference: it matters only in a browser, and only as a route. */
function addressOf(url: string, lane: CacheKey['lane']): string {
  const address = new URL(url)
  if (lane === 'http' || !isHashRoute(address.hash)) address.hash = ''
  return address.href
}

/** Returns the key under which a page is cached. */
export function cacheKey(request: PageRequest, lane: CacheKey['lane']): CacheKey {
  const { tenant, browser } = request
  return {
    tenant,
    url: addressOf(request.url, lane),
    lane,
    geolocation: browser.geolocation,
    proxy: browser.proxy,
    waits: lane === 'http' ? '' : waitsOf(browser),
  }
}

/** Lanes whose cached pages may answer a request. */
export const lanesFor = ({ render }: Pick<PageRequest, 'render'>): CacheKey['lane'][] =>
  render === 'never' ? ['http'] : render === 'always' ? ['browser'] : ['browser', 'http']

/** Whether an answer may be cached: it is complete, and Cache-Control allows it (RFC 9111, section 5.2.2). */
export const mayKeep = ({ status, headers, truncated }: LaneAnswer, { bytes }: LaneContent): boolean =>
  status === 200 &&
  !truncated &&
  bytes.byteLength > 0 &&
  !/(?:^|[\s,])(?:no-store|private)(?:[\s,=]|$)/i.test(headers['cache-control'] ?? '')
