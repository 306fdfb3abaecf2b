/** Recognises block pages: by the URL that an engine redirects to, or by an element of the page. */
import type { SelectorMatcher } from '../../html/selectors/match-selectors.ts'
import type { BlockMark, SelectorSet } from './selector-set.ts'

export interface SearchBlock {
  why: BlockMark['why']
  name: string
}

/** Returns the block mark that matches a URL by host and path; null for any other URL. */
export function blockedAddress(url: string, { blocked }: Pick<SelectorSet, 'blocked'>): SearchBlock | null {
  const { host, pathname } = new URL(url)
  const mark = blocked.find((candidate) => candidate.url !== null && `${host}${pathname}`.includes(candidate.url))
  return mark === undefined ? null : { why: mark.why, name: mark.name }
}

/** Returns the block mark of a page without results; null when it has none. */
export function blockMark(matcher: SelectorMatcher, set: SelectorSet, url: string): SearchBlock | null {
  const byAddress = blockedAddress(url, set)
  if (byAddress !== null) return byAddress
  const mark = set.blocked.find(({ selectors }) => selectors.some((selector) => matcher.any(selector)))
  return mark === undefined ? null : { why: mark.why, name: mark.name }
}
