/**
 * Records the content that the URL families of a crawl have had so far, and decides which of their pages may still be
 * fetched.
 *
 * A page is tested only when its own family found it, that is, when the page that linked to it is a member as well.
 * Such pages come in tiers of 10, 50, 250, ...; enough pages of a tier must have had content new to the family before
 * the next tier is fetched, otherwise the family is closed. URLs linked from pages outside the family, or named by a
 * sitemap, are fetched without a test.
 *
 * Calls must come in the order of the frontier's own changes, so that the book is deterministic: `hops` when a URL is
 * added; `standing` before a waiting page is leased; `leased` for every page of a slice; then either `judged` for a
 * page that was scraped or `returned` for any other end.
 */
import { trapLimits } from '@seine/shared/config/frontier-limits.ts'
import type { TextSketch } from '@seine/shared/pages/extraction.ts'
import { FingerprintSet, fingerprintOf } from '@seine/shared/urls/fingerprint-set.ts'
import { familyOf, isOfFamily, type UrlFamily } from '@seine/shared/urls/url-family.ts'

/** The facts about a URL that the book needs. */
export interface FamilyFacts {
  url: string
  /** Number of consecutive links within its family that led to it; a result of `FamilyBook.hops`. */
  hops: number
  /** True when a sitemap names the URL. */
  listed: boolean
}

/** `free`: may be fetched now. `wait`: not before family pages in flight have been judged. `closed`: not at all. */
export type Standing = 'free' | 'wait' | 'closed'

/** Counters of one family. */
interface FamilyRecord {
  /** The current tier: pages allowed, tested pages in flight, pages judged, and pages with new content. */
  allowed: number
  inFlight: number
  judged: number
  news: number
  closed: boolean
  /** The same over all members ever judged, tested or not. */
  judgedEver: number
  newsEver: number
  /** Tested pages judged since the last one with new content. */
  dry: number
  /** For a numbered family: the largest number of hops at which a page had words new to the family. */
  newsHops: number
}

/** How a page is fetched: counted in the tier of its family, or without being counted. */
type Seat = 'tested' | 'free'

/** A family book as JSON. */
export interface BookSnapshot {
  families: [key: number, ...counts: number[]][]
  flying: [seq: number, key: number, Seat][]
  seen: string
}

/** Which parts of a page were new to its family: words, facts, or the text as a whole. */
interface Remembered {
  newWords: boolean
  newFacts: boolean
  newWhole: boolean
}

export class FamilyBook {
  /** By fingerprint of the family key. */
  readonly #families = new Map<number, FamilyRecord>()
  /** Pages of families that are in flight, by `seq`. */
  readonly #flying = new Map<number, { key: number; seat: Seat }>()
  /** Hashes of the content of family pages, each mixed with the key of the family. */
  #seen = new FingerprintSet(trapLimits.familyHashesMax)
  /** Cache, not part of the state: families of URLs that were looked up. */
  readonly #known = new Map<string, { family: UrlFamily; key: number } | null>()

  /**
   * Returns the number of consecutive links within its own family that led to a URL: 0 when the page that linked to it
   * is not a member.
   * @param parent the page that linked to it, with its own hops; null for the start page and sitemap URLs.
   */
  hops(url: string, parent: { url: string; hops: number } | null): number {
    const member = parent === null ? null : this.#memberOf(url)
    if (parent === null || member === null) return 0
    const page = this.#memberOf(parent.url)?.family ?? null
    return isOfFamily(member.family, parent.url, page) ? parent.hops + 1 : 0
  }

  /** Whether a page may be fetched now, later, or not at all (`trap`, `no_new_content`). */
  standing(facts: FamilyFacts): Standing {
    const tested = this.#testOf(facts)
    if (tested === null) return 'free'
    const { record } = tested
    if (record.closed) return 'closed'
    if (isBeyondNumbers(facts, tested.family, record)) return record.inFlight > 0 ? 'wait' : 'closed'
    return record.inFlight > 0 && record.inFlight >= seatsLeft(record) ? 'wait' : 'free'
  }

  /** Whether the pages judged so far exclude a page, regardless of pages in flight. */
  isClosed(facts: FamilyFacts): boolean {
    const tested = this.#testOf(facts)
    return tested !== null && (tested.record.closed || isBeyondNumbers(facts, tested.family, tested.record))
  }

  /** Records that a page is being fetched. @param seq its position in the frontier. */
  leased(seq: number, facts: FamilyFacts): void {
    const member = this.#memberOf(facts.url)
    if (member === null || this.#flying.has(seq)) return
    const record = this.#recordOf(member.key)
    if (record === null) return
    const seat = seatOf(facts, member.family)
    if (seat === 'tested') record.inFlight += 1
    this.#flying.set(seq, { key: member.key, seat })
  }

  /** Records that a page ended without content to judge: deferred, failed, refused, or never begun. */
  returned(seq: number): void {
    this.#land(seq)
  }

  /**
   * Judges a page that was scraped.
   * @param sketch hashes of its text; null when none were computed.
   * @param newOutlinks a result of `newOutlinks`.
   */
  judged(seq: number, facts: FamilyFacts, sketch: TextSketch | null, newOutlinks: number): void {
    const seat = this.#land(seq)
    const member = this.#memberOf(facts.url)
    if (member === null || sketch === null) return
    const record = this.#recordOf(member.key)
    if (record === null) return
    const { family, key } = member
    const novelty = this.#remember(key, sketch)
    if (family.kind === 'number' && novelty.newWords) record.newsHops = Math.max(record.newsHops, facts.hops)
    const needsOutlinks = family.kind === 'date' && family.leaf
    // Pages linked from outside the family may differ only in their figures, as data sheets do.
    const isSheet = family.kind === 'query' && facts.hops === 0 && novelty.newFacts
    const isNews =
      family.kind === 'number' ? novelty.newWhole : isSheet || (novelty.newWords && (!needsOutlinks || newOutlinks > 0))
    record.judgedEver += 1
    if (isNews) record.newsEver += 1
    // Named from elsewhere while it was in flight, the page does not count as found by its family, whichever slice was
    // quicker.
    if (seat !== 'tested' || seatOf(facts, family) !== 'tested') return
    record.judged += 1
    record.dry = isNews ? 0 : record.dry + 1
    if (isNews) record.news += 1
    decideTier(record)
  }

  /**
   * Counts the URLs added by a page that lead out of its family to likely content. Members of calendar and query
   * families count only once those families have proved themselves; otherwise one trap could vouch for another.
   * @param added URLs that the page added to the frontier and that will be fetched.
   */
  newOutlinks(pageUrl: string, added: readonly string[]): number {
    const page = this.#memberOf(pageUrl)
    if (page === null) return added.length
    return added.filter((url) => {
      const member = this.#memberOf(url)
      if (member === null) return true
      if (member.key === page.key) return false
      const { kind, leaf } = member.family
      return kind === 'number' || !leaf || this.#isProven(member.key)
    }).length
  }

  snapshot(): BookSnapshot {
    return {
      families: [...this.#families].map(([key, record]) => [key, ...countsOf(record)]),
      flying: [...this.#flying].map(([seq, { key, seat }]) => [seq, key, seat]),
      seen: this.#seen.toString(),
    }
  }

  /** Restores a stored book into one that is still empty. */
  restore(stored: BookSnapshot): void {
    for (const [key, ...counts] of stored.families) this.#families.set(key, recordFrom(counts))
    for (const [seq, key, seat] of stored.flying) this.#flying.set(seq, { key, seat })
    this.#seen = FingerprintSet.parse(stored.seen, trapLimits.familyHashesMax)
  }

  #memberOf(url: string): { family: UrlFamily; key: number } | null {
    const known = this.#known.get(url)
    if (known !== undefined) return known
    const family = familyOf(url)
    const member = family === null ? null : { family, key: fingerprintOf(family.key) }
    if (this.#known.size >= trapLimits.familyUrlsKept) this.#known.clear()
    this.#known.set(url, member)
    return member
  }

  /** Returns the family that a page is tested by; null when it needs no test, or is the first page of its family. */
  #testOf(facts: FamilyFacts): { family: UrlFamily; record: FamilyRecord } | null {
    const member = this.#memberOf(facts.url)
    const record = member === null ? undefined : this.#families.get(member.key)
    if (member === null || record === undefined || seatOf(facts, member.family) !== 'tested') return null
    return { family: member.family, record }
  }

  /** @returns null when there are too many families; members of further families are not tested. */
  #recordOf(key: number): FamilyRecord | null {
    let record = this.#families.get(key)
    if (record === undefined) {
      if (this.#families.size >= trapLimits.familiesMax) return null
      record = recordFrom([])
      this.#families.set(key, record)
    }
    return record
  }

  #isProven(key: number): boolean {
    const record = this.#families.get(key)
    return record !== undefined && !record.closed && record.newsEver >= trapLimits.provenNewsMin && hasNews(record)
  }

  /** Records that a page is no longer in flight. @returns its seat; null when it was not recorded as in flight. */
  #land(seq: number): Seat | null {
    const flight = this.#flying.get(seq)
    const record = flight === undefined ? undefined : this.#families.get(flight.key)
    if (flight === undefined || record === undefined) return null
    this.#flying.delete(seq)
    if (flight.seat === 'tested') record.inFlight -= 1
    return flight.seat
  }

  #remember(key: number, { exact, facts, least }: TextSketch): Remembered {
    const isNew = (hash: number): boolean => {
      const own = mixed(key, hash)
      const isUnseen = !this.#seen.has(own)
      this.#seen.add(own)
      return isUnseen
    }
    const newWhole = isNew(exact)
    const newFacts = isNew(facts)
    const fresh = least.filter(isNew).length
    // A page with very few words has only a few hashes that can be new.
    const needed = Math.max(1, Math.min(trapLimits.newHashesMin, least.length))
    return { newWords: fresh >= needed, newFacts, newWhole }
  }
}

/**
 * Pages that a sitemap or a page outside their family names are not tested. The exception is a member of a query family
 * that no sitemap names: there may be infinitely many of those.
 */
const seatOf = ({ hops, listed }: FamilyFacts, { kind }: UrlFamily): Seat =>
  !listed && (hops > 0 || kind === 'query') ? 'tested' : 'free'

const hasNews = ({ newsEver, judgedEver }: FamilyRecord): boolean => newsEver >= judgedEver * trapLimits.familyNewsShare

const isBeyondNumbers = ({ hops }: FamilyFacts, { kind }: UrlFamily, { newsHops }: FamilyRecord): boolean =>
  kind === 'number' && hops > newsHops + trapLimits.numberedHopsWithoutNews

/**
 * Number of pages that may be in flight before the next verdict. A family is closed only when all of them have been
 * judged, and no verdict lowers the number of pages leased in the end: which pages are fetched does not depend on how
 * many were in flight at any time.
 */
const seatsLeft = (record: FamilyRecord): number =>
  Math.min(record.allowed - record.judged, dryPagesMax(record) - record.dry)

/** Number of consecutive pages without new content that a family may have; more after much new content. */
const dryPagesMax = ({ newsEver }: FamilyRecord): number =>
  Math.max(trapLimits.familyDryPages, newsEver * trapLimits.familyNewsShare)

/** Opens the next tier as soon as its condition is met, or closes the family once the current tier is used up. */
function decideTier(record: FamilyRecord): void {
  if (record.news >= record.allowed * trapLimits.familyNewsShare) {
    record.allowed *= trapLimits.familyTierFactor
    record.judged = 0
    record.news = 0
  } else if (seatsLeft(record) <= 0) {
    record.closed = true
  }
}

const countsOf = (record: FamilyRecord): number[] => [
  record.allowed,
  record.inFlight,
  record.judged,
  record.news,
  record.closed ? 1 : 0,
  record.judgedEver,
  record.newsEver,
  record.dry,
  record.newsHops,
]

/** @param counts as written by `countsOf`; empty for a new family. */
function recordFrom(counts: readonly number[]): FamilyRecord {
  const [allowed = trapLimits.familyFreePages, inFlight = 0, judged = 0, news = 0, closed = 0] = counts
  const [judgedEver = 0, newsEver = 0, dry = 0, newsHops = 0] = counts.slice(5)
  return { allowed, inFlight, judged, news, closed: closed === 1, judgedEver, newsEver, dry, newsHops }
}

/** Mixes a hash with the key of a family into a number of up to 2^48. Never 0. */
function mixed(key: number, hash: number): number {
  const high = scrambled(Math.trunc(hash / 2 ** 32) ^ Math.trunc(key / 2 ** 32))
  const low = scrambled(((hash % 2 ** 32) ^ (key % 2 ** 32)) + high)
  const rest = scrambled(low ^ key)
  return (low >>> 0) * 65_536 + (rest & 0xff_ff) + 1
}

function scrambled(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85_eb_ca_6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2_b2_ae_35)
  return bits ^ (bits >>> 16)
}
