/**
 * URLs that a page or the sitemaps bring: new ones are judged and added, known ones may turn out to
 * be nearer to the start page than was thought.
 */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { maxDepthRule, type Admission } from './admission.ts'
import { isRefused, turnOf, type FrontierEntry } from './state/entry.ts'
import type { FrontierState } from './state/frontier-state.ts'
import type { QueuePlace } from './state/host-queue.ts'
import { LoopTurn } from './sitemaps/sitemap-turn.ts'

/** A URL and where it was found. */
export interface FoundUrl {
  url: string
  /** In a sitemap, on the page, or in both. */
  listed: boolean
  linked: boolean
}

/** Links of a page and sitemap URLs in turn, so that neither starves the other; each once. */
export async function interleave(links: readonly string[], sitemapUrls: readonly string[]): Promise<FoundUrl[]> {
  const turn = new LoopTurn()
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

/** Reason of a page whose family has stopped saying anything new. */
export const closedFamilyRule = 'no_new_content'

const repetition = { state: 'trap', reason: 'repeated_content' } as const

/** Depth of a URL that only a sitemap names. */
const sitemapDepth = 1

/** URLs whose paths have to be matched: those that are new, or that are spelled anew and were refused. */
function* unjudged(state: FrontierState, found: readonly FoundUrl[]): Generator<string> {
  for (const { url } of found) {
    const known = state.find(url)
    if (known === null || (isRefused(known.entry.state) && state.isNewSpelling(url, known.entry))) yield url
  }
}

/**
 * Adds what is new, lowers depths that turn out to be less. Long lists give way to other work of
 * the process in between. Patterns that cost too much keep out what they were not matched with, and are told
 * by `admission.failure`.
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
  const linkWave = page === null ? sitemapDepth : turnOf(state.entries[page]!, page).wave + 1
  const nearer: number[] = []
  const added: string[] = []
  const turn = new LoopTurn()
  for (const [at, { url, listed, linked }] of found.entries()) {
    if (at % frontierLimits.linksPerTurn === 0) {
      await admission.prepare(unjudged(state, found.slice(at, at + frontierLimits.linksPerTurn)))
    }
    if (turn.isOver) await turn.next()
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
 * A page that its family keeps out already, though no slice has come to it yet. What is found out about
 * it then does not depend on which slices were quicker.
 */
function closeEarly(state: FrontierState, seq: number): void {
  const { attempted, linksOnly } = state.entries[seq]!
  if (!attempted && !linksOnly && state.isClosed(seq)) state.change(seq, { state: 'trap', reason: closedFamilyRule })
}

/**
 * What was taken for a trap is none once a sitemap or a page outside of it names it. It stands behind
 * what is known so far, some of which may have been fetched and some not.
 */
function readmit(state: FrontierState, admission: Admission, seq: number, page: number | null, late: QueuePlace): void {
  const { url, depth, reason, listed } = state.entries[seq]!
  const vouchedFor =
    reason === repetition.reason
      ? listed || (page !== null && !state.isRepetition(page, url))
      : reason === closedFamilyRule && !state.isClosed(seq)
  if (vouchedFor) state.change(seq, { ...admission.judgeAgain(url, depth), turn: late })
}

/** A page that another page than its kin links to is no find of its family. */
function fewerHops(state: FrontierState, seq: number, page: number | null): void {
  const { url, hops: known } = state.entries[seq]!
  const hops = state.hopsTo(url, page)
  if (hops < known) state.change(seq, { hops })
}

/**
 * A page that is nearer than was thought. In the order of fetching it never overtakes what the page
 * that tells has found so far.
 * @param late place behind everything known, for a page that its depth kept out until now.
 * @returns true when pages that were found on this one may be nearer as well.
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
  const turn = turnOf(entry, seq)
  const moved = { ...turn, wave: Math.min(turn.wave, late.wave) }
  state.change(seq, {
    ...place,
    ...(tooDeep ? { ...admission.judgeAgain(entry.url, place.depth), turn: late } : { turn: moved }),
  })
  return entry.state === 'scraped'
}

/** What was found on pages that have come nearer comes nearer with them. */
async function lowerChildren(
  state: FrontierState,
  admission: Admission,
  nearer: number[],
  linkWave: number,
): Promise<void> {
  const turn = new LoopTurn()
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
    // In the order of discovery, whatever page they were found on.
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
