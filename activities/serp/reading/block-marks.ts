/** What tells pages that keep us out: the address that an engine sends us to, or an element of the page. */
import type { SelectorMatcher } from '../../html/selectors/match-selectors.ts'
import type { BlockMark, SelectorSet } from './selector-set.ts'

export interface SearchBlock {
  why: BlockMark['why']
  name: string
}

/** The mark that an address has, in its host and path; null for any other. */
export function blockedAddress(url: string, { blocked }: Pick<SelectorSet, 'blocked'>): SearchBlock | null {
  const { host, pathname } = new URL(url)
  const mark = blocked.find((candidate) => candidate.url !== null && `${host}${pathname}`.includes(candidate.url))
  return mark === undefined ? null : { why: mark.why, name: mark.name }
}

/** The mark of a page without results; null where it has none. */
export function blockMark(matcher: SelectorMatcher, set: SelectorSet, url: string): SearchBlock | null {
  const byAddress = blockedAddress(url, set)
  if (byAddress !== null) return byAddress
  const mark = set.blocked.find(({ selectors }) => selectors.some((selector) => matcher.any(selector)))
  return mark === undefined ? null : { why: mark.why, name: mark.name }
}
