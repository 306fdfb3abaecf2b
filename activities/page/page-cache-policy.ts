/** Which pages may be kept, and for which requests they are an answer. Pure. */
import { isHashRoute } from '@seine/shared/urls/hash-route.ts'
import type { CacheKey, PageRequest } from '@seine/shared/pages/page.ts'
import type { LaneAnswer, LaneContent } from '@seine/shared/pages/lane.ts'

/** Whether a kept page may answer a request: not where the caller acts, or says who it is, by a session too. */
export const mayUseCache = ({ method, body, browser, screenshot, maxAgeSecs, session = null }: PageRequest): boolean =>
  maxAgeSecs > 0 &&
  (session === null || session.isNew === true) &&
  method === 'GET' &&
  body === null &&
  screenshot === null &&
  browser.actions.length === 0 &&
  Object.keys(browser.headers).length === 0

/** What a browser was told besides the address. */
function waitsOf({ waitSelector, waitMs, networkIdle, loadDom, disableResources }: PageRequest['browser']): string {
  return JSON.stringify([waitSelector, waitMs, networkIdle, loadDom, disableResources.toSorted()])
}

/** The address without a fragment that makes no difference: only in a browser, and there as a route alone. */
function addressOf(url: string, lane: CacheKey['lane']): string {
  const address = new URL(url)
  if (lane === 'http' || !isHashRoute(address.hash)) address.hash = ''
  return address.href
}

/** Under which key a page is kept. */
export function cacheKey(request: PageRequest, lane: CacheKey['lane']): CacheKey {
  const { tenant, browser } = request
  return {
    tenant,
    url: addressOf(request.url, lane),
    lane,
    geolocation: browser.geolocation,
    waits: lane === 'http' ? '' : waitsOf(browser),
  }
}

/** Whose pages answer a request. */
export const lanesFor = ({ render }: Pick<PageRequest, 'render'>): CacheKey['lane'][] =>
  render === 'never' ? ['http'] : render === 'always' ? ['browser'] : ['browser', 'http']

/** Whether an answer may be kept: it came whole, and does not ask to be forgotten (RFC 9111, section 5.2.2). */
export const mayKeep = ({ status, headers, truncated }: LaneAnswer, { bytes }: LaneContent): boolean =>
  status === 200 &&
  !truncated &&
  bytes.byteLength > 0 &&
  !/(?:^|[\s,])(?:no-store|private)(?:[\s,=]|$)/i.test(headers['cache-control'] ?? '')
