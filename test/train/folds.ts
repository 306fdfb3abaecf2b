/** Assigns pages to folds, so that no site is in two. */

/** Number of folds. */
export const foldCount = 5

/** Second-level domains under which domains are registered, in addition to top-level ones. */
const shared = new Set(['co', 'com', 'org', 'net', 'gov', 'ac', 'edu'])

/** Returns the approximate registrable domain of a URL. */
export function siteOf(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  if (host === '') return url
  const labels = host.split('.')
  const isShared = labels.length > 2 && shared.has(labels.at(-2) ?? '') && (labels.at(-1) ?? '').length === 2
  return labels.slice(isShared ? -3 : -2).join('.')
}

/** Returns the fold of a site, 0 to `foldCount - 1`. */
export function foldOf(site: string): number {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < site.length; at++) hash = Math.imul(hash ^ site.charCodeAt(at), 0x01_00_01_93)
  return ((hash ^ (hash >>> 15)) >>> 0) % foldCount
}
