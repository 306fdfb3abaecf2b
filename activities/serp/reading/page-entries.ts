/** Reads the results and the ads of a page. */
import type { SerpEngine } from '@seine/shared/tasks/scrape-task.ts'
import { serpLimits } from '@seine/shared/config/serp-limits.ts'
import type { SelectorMatcher } from '../../html/selectors/match-selectors.ts'
import type { TreeNode } from '../../html/tree.ts'
import { hrefOf, Owners, PageElements, nodeText } from './page-elements.ts'
import type { RawEntry } from '../results/result-list.ts'
import { resultLink, type ResultLink } from '../results/result-link.ts'
import type { EntrySelectors, SelectorSet } from './selector-set.ts'

export interface PageEntries {
  organic: RawEntry[]
  ads: RawEntry[]
}

/** A result and its resolved link. */
interface ReadEntry {
  kind: ResultLink['kind']
  entry: RawEntry
}

/** Returns the target of a link; for an ad that does not reveal its target, the displayed address. */
function addressOf(link: ResultLink, displayed: string | null): string | null {
  if (link.kind === 'result' || link.url !== null) return link.url
  const [host = ''] = (displayed ?? '').replace(/^https?:\/\//, '').split(/[\s/›>]/, 1)
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(host) ? (URL.parse(`https://${host}/`)?.href ?? null) : null
}

/** @param isOut returns true for an element that is not one of these entries. */
function entriesBy(
  matcher: SelectorMatcher,
  selectors: EntrySelectors,
  engine: SerpEngine,
  url: string,
  isOut: (item: TreeNode) => boolean,
): ReadEntry[] {
  const elements = new PageElements(
    matcher,
    matcher.all(selectors.item).filter((item) => !isOut(item)),
  )
  if (elements.items.length === 0) return []
  const links = elements.field(selectors.link, (node) => resultLink(engine, hrefOf(node) ?? '', url) !== null)
  const titles = elements.field(selectors.title)
  const snippets = elements.field(selectors.snippet)
  const displayed = elements.field(selectors.displayedLink)
  return elements.items.flatMap((item) => {
    const link = resultLink(engine, hrefOf(links.get(item)) ?? '', url)
    const title = nodeText(titles.get(item), serpLimits.titleMaxCharacters)
    const displayedLink = nodeText(displayed.get(item), serpLimits.titleMaxCharacters)
    const address = link === null ? null : addressOf(link, displayedLink)
    if (link === null || title === null || address === null) return []
    const entry: RawEntry = { title, url: address, snippet: nodeText(snippets.get(item)) ?? '', displayedLink }
    return [{ kind: link.kind, entry }]
  })
}

/** Returns a predicate that is true for elements that contain, or are inside, one of the set. */
function overlaps(items: readonly TreeNode[]): (item: TreeNode) => boolean {
  const around = new Set<TreeNode>()
  for (const item of items) {
    for (let at: TreeNode | null = item; at !== null && !around.has(at); at = at.parent) around.add(at)
  }
  const inside = new Owners(items)
  return (item) => around.has(item) || inside.of(item) !== null
}

/** Reads the results and the ads; each kind with the first layout that finds any. */
export function readEntries(matcher: SelectorMatcher, set: SelectorSet, url: string): PageEntries {
  const { engine } = set
  let ads: RawEntry[] = []
  let adItems: TreeNode[] = []
  for (const layout of set.ads) {
    adItems = [...adItems, ...matcher.all(layout.item)]
    if (ads.length === 0) ads = entriesBy(matcher, layout, engine, url, () => false).map(({ entry }) => entry)
  }
  const isAd = overlaps(adItems)
  for (const layout of set.organic) {
    const found = entriesBy(matcher, layout, engine, url, isAd)
    const organic = found.filter(({ kind }) => kind === 'result').map(({ entry }) => entry)
    // An ad among the results is recognised by its link.
    const others = found.filter(({ kind }) => kind === 'ad').map(({ entry }) => entry)
    if (organic.length > 0) return { organic, ads: [...ads, ...others] }
  }
  return { organic: [], ads }
}
