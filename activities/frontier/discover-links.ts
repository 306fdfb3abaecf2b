/**
 * Adds URLs found on a page or in sitemaps to the frontier: new URLs are judged and added; known URLs may turn out to
 * have a smaller depth than recorded.
 */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { maxDepthRule, type Admission } from './admission.ts'
import { isRefused, queuePlaceOf, type FrontierEntry } from './state/entry.ts'
import type { FrontierState } from './state/frontier-state.ts'
import type { QueuePlace } from './state/host-queue.ts'
import { LoopTurn } from '@seine/shared/values/loop-turn.ts'
import { discoveryLimits } from './limits/discovery-limits.ts'

/** A URL and where it was found. */
export interface FoundUrl {
  url: string
  /** `listed`: found in a sitemap; `linked`: linked from the page. At least one is true. */
  listed: boolean
  linked: boolean
}

/** Alternates links of a page with sitemap URLs, so that neither starves the other; returns each URL once. */
export async function interleave(links: readonly string[], sitemapUrls: readonly string[]): Promise<FoundUrl[]> {
  if (sitemapUrls.length === 0 && links.length <= frontierLimits.linksPerTurn) {
    return Array.from(new Set(links), (url) => ({ url, listed: false, linked: true }))
  }
  const turn = new LoopTurn(discoveryLimits.discoveryTurnMs)
  const found = new Map<string, FoundUrl>()
  const add = (url: string | undefined, how: 'listed' | 'linked'): void => {
    if (url === undefined) return
    const known = found.get(url)
    if (known === undefined) found.set(url, { url, listed: how === 'listed', linked: how === 'linked' })
    else known[how] = true
  }
  for (let at = 0; at < Math.max(links.length, sitemapUrls.length); at += 1) {
    if (turn.isOver) await turn.next()
    add(links[at], 'linked')
    add(sitemapUrls[at], 'listed')
  }
  return [...found.values()]
}

/** Reason of a page whose URL family is closed because its recent pages had no new content. */
export const closedFamilyRule = 'no_new_content'

const repetition = { state: 'trap', reason: 'repeated_content' } as const

/** Depth of a URL that is found only in a sitemap. */
export const sitemapDepth = 1

/** Yields the URLs whose paths have to be matched: new URLs, and new spellings of known URLs that were refused. */
function* unjudged(state: FrontierState, found: readonly FoundUrl[]): Generator<string> {
  for (const { url } of found) {
    const known = state.find(url)
    if (known === null || (isRefused(known.entry.state) && state.isNewSpelling(url, known.entry))) yield url
  }
}

/**
 * Adds new URLs and lowers the depth of known URLs that turn out to be nearer. Long lists yield to the event loop in
 * between. When the patterns exceed their budget, the URLs not yet matched are excluded and `admission.failure` is set.
 * @param page `seq` of the page that brought the links; null for sitemap URLs alone.
 * @returns linked URLs that are new and are to be fetched.
 */
export async function discover(
  state: FrontierState,
  admission: Admission,
  found: readonly FoundUrl[],
  page: number | null,
): Promise<string[]> {
  const linkDepth = page === null ? sitemapDepth : state.entries[page]!.depth + 1
  const linkWave = page === null ? sitemapDepth : queuePlaceOf(state.entries[page]!, page).wave + 1
  const nearer: number[] = []
  const added: string[] = []
  const turn = new LoopTurn(discoveryLimits.discoveryTurnMs)
  for (const [at, { url, listed, linked }] of found.entries()) {
    if (at % frontierLimits.linksPerTurn === 0) {
      await admission.prepare(unjudged(state, found.slice(at, at + frontierLimits.linksPerTurn)))
    }
    if (at % frontierLimits.linksPerClockCheck === 0 && turn.isOver) await turn.next()
    const depth = linked ? linkDepth : sitemapDepth
    const place = { depth, parent: linked ? page : null }
    const late = (): QueuePlace => ({ wave: linkWave, place: state.entries.length })
    const add = (verdict: ReturnType<Admission['judge']>): void => {
      const repeats = verdict.state === 'pending' && place.parent !== null && state.isRepetition(place.parent, url)
      const hops = state.hopsTo(url, place.parent)
      const ownTurn = linked && linkWave !== linkDepth ? { turn: late() } : {}
      state.add({ url, ...place, ...ownTurn, listed, hops, ...(repeats ? repetition : verdict) })
      if (linked && verdict.state === 'pending' && !repeats) added.push(url)
    }
    const known = state.find(url)
    if (known === null) {
      add(admission.judge(url, depth))
      continue
    }
    const { seq, entry } = known
    if (entry.hops > 0 && entry.state === 'pending') closeEarly(state, seq)
    if (listed && !entry.listed) state.change(seq, { listed })
    if (entry.hops > 0) fewerHops(state, seq, place.parent)
    if (entry.state === 'trap') readmit(state, admission, seq, place.parent, late())
    const newSpelling = state.isNewSpelling(url, entry)
    if (newSpelling && isRefused(entry.state)) {
      const verdict = admission.judge(url, depth)
      if (verdict.state === 'pending') {
        add(verdict)
        continue
      }
    }
    if (depth < entry.depth && lower(state, admission, seq, place, late())) nearer.push(seq)
    if (newSpelling) state.add({ url, ...place, state: 'duplicate', duplicateOf: seq })
  }
  if (nearer.length > 0) await lowerChildren(state, admission, nearer, linkWave)
  return added
}

/**
 * Marks a page as a trap when its family already excludes it, although no slice has reached it yet. The further
 * judgement of the page then does not depend on which slices were quicker.
 */
function closeEarly(state: FrontierState, seq: number): void {
  const { attempted, linksOnly } = state.entries[seq]!
  if (!attempted && !linksOnly && state.isClosed(seq)) state.change(seq, { state: 'trap', reason: closedFamilyRule })
}

/**
 * Readmits a URL that was taken for a trap when a sitemap or a page that is not part of the trap names it. It is queued
 * behind everything known so far, since some of those URLs may have been fetched and others not.
 */
function readmit(state: FrontierState, admission: Admission, seq: number, page: number | null, late: QueuePlace): void {
  const { url, depth, reason, listed } = state.entries[seq]!
  const vouchedFor =
    reason === repetition.reason
      ? listed || (page !== null && !state.isRepetition(page, url))
      : reason === closedFamilyRule && !state.isClosed(seq)
  if (vouchedFor) state.change(seq, { ...admission.judgeAgain(url, depth), turn: late })
}

/** Lowers the hop count of a page when a link to it or a sitemap gives a smaller one: 0 from outside its family. */
function fewerHops(state: FrontierState, seq: number, page: number | null): void {
  const { url, hops: known } = state.entries[seq]!
  const hops = state.hopsTo(url, page)
  if (hops < known) state.change(seq, { hops })
}

/**
 * Lowers the depth of a page that is nearer than recorded. In the fetch order it never overtakes what the linking page
 * has found so far.
 * @param late place behind everything known, for a page that its depth excluded until now.
 * @returns true when pages found on this page may be nearer as well.
 */
function lower(
  state: FrontierState,
  admission: Admission,
  seq: number,
  place: Pick<FrontierEntry, 'depth' | 'parent'>,
  late: QueuePlace,
): boolean {
  const entry = state.entries[seq]!
  const tooDeep = entry.state === 'excluded' && entry.reason === maxDepthRule
  const queued = queuePlaceOf(entry, seq)
  const moved = { ...queued, wave: Math.min(queued.wave, late.wave) }
  state.change(seq, {
    ...place,
    ...(tooDeep ? { ...admission.judgeAgain(entry.url, place.depth), turn: late } : { turn: moved }),
  })
  return entry.state === 'scraped'
}

/** Lowers the depth of the pages that were found on pages whose depth was lowered. */
async function lowerChildren(
  state: FrontierState,
  admission: Admission,
  nearer: number[],
  linkWave: number,
): Promise<void> {
  const turn = new LoopTurn(discoveryLimits.discoveryTurnMs)
  const childrenOf = new Map<number, number[]>()
  for (const [seq, { parent }] of state.entries.entries()) {
    if (turn.isOver) await turn.next()
    if (parent === null) continue
    const siblings = childrenOf.get(parent)
    if (siblings === undefined) childrenOf.set(parent, [seq])
    else siblings.push(seq)
  }
  let wave = linkWave
  for (let parents = new Set(nearer); parents.size > 0;) {
    wave += 1
    const next = new Set<number>()
    // In discovery order, regardless of which page they were found on.
    const children = [...parents].flatMap((parent) => childrenOf.get(parent) ?? []).toSorted((a, b) => a - b)
    for (const seq of children) {
      if (turn.isOver) await turn.next()
      const { parent, depth } = state.entries[seq]!
      if (parent === null || !parents.has(parent)) continue
      const lowered = state.entries[parent]!.depth + 1
      const late = { wave, place: state.entries.length }
      if (lowered < depth && lower(state, admission, seq, { depth: lowered, parent }, late)) next.add(seq)
    }
    parents = next
  }
}
