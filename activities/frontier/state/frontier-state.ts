/**
 * The frontier in memory: every known URL, and the queues, key tables and counters derived from them.
 *
 * Every change is an operation that is performed and recorded in one place, so that making a change and replaying a
 * stored generation run the same code.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pageCode } from '@seine/shared/api/schemas/page-codes.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { JobCounters } from '@seine/shared/temporal/shapes.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import {
  isRefused,
  newEntry,
  type FrontierEntry,
  type EntryState,
  type FrontierOp,
  type Lease,
  type MergedSlice,
  type NewEntry,
  type StoredLease,
} from './entry.ts'
import type { TextSketch } from '@seine/shared/pages/extraction.ts'
import { FamilyBook, type BookSnapshot, type Standing } from './family-book.ts'
import { FingerprintSet, fingerprintOf } from '@seine/shared/urls/fingerprint-set.ts'
import { FrontierCounts } from './frontier-counts.ts'
import { newHostClock, type HostClock, type StoredHostClock } from '../../hosts/host-clock.ts'
import { firstLaneOf, type FrontierOptions } from './frontier-options.ts'
import { knownPagesMax } from './known-pages.ts'
import { LaneQueues } from './lane-queues.ts'
import { NestedRepeats, type RepeatsSnapshot } from './nested-repeats.ts'
import { hashRouteOf } from '@seine/shared/urls/url-identity.ts'
import { WarningBook, type Counted, type StoredWarnings } from './warning-book.ts'
import { VerdictMemory, type HttpVerdict, type MemorySnapshot, type RememberedRoute } from './verdict-memory.ts'

/** Replaces an error code that an older worker wrote under a former name by its current name. */
function takeCode(entry: FrontierEntry): void {
  if (entry.reason !== null) entry.reason = pageCode(entry.reason)
}

/** The contents of a snapshot besides the entries. */
export interface Restored {
  generation: number
  scopeUrl: string
  discovered: boolean
  nextSlice: number
  leases: readonly StoredLease[]
  merged: readonly MergedSlice[]
  hosts: readonly [host: string, clock: StoredHostClock][]
  overflow: Partial<Record<EntryState, number>>
  warnings: readonly string[]
  /** Absent in snapshots of older workers. */
  warningBook?: StoredWarnings
  fingerprints: FingerprintSet
  families: BookSnapshot
  repeats: RepeatsSnapshot
  /** Absent in snapshots of older workers. */
  verdicts?: MemorySnapshot
}

export class FrontierState {
  readonly options: FrontierOptions
  generation = -1
  scopeUrl: string
  discovered = false
  nextSlice = 0
  readonly entries: FrontierEntry[] = []
  readonly leases = new Map<number, Lease>()
  readonly merged: MergedSlice[] = []
  readonly hosts = new Map<string, HostClock>()
  readonly queues = new LaneQueues()
  /** Queued pages that have been handed to a slice and wait for their due time, or for a browser. */
  readonly deferred = new Set<number>()
  readonly overflow: Partial<Record<EntryState, number>> = {}
  readonly #families = new FamilyBook()
  /** False where pages are not judged: members of a family would wait for verdicts that never come. */
  readonly #usesFamilies: boolean
  readonly #repeats = new NestedRepeats()
  readonly #verdicts = new VerdictMemory()
  readonly #warnings = new WarningBook()
  readonly #counts: FrontierCounts
  readonly #firstLane: Lane
  readonly #seqByKey = new Map<string, number>()
  readonly #contentByKey = new Map<string, number>()
  readonly #duplicates = new Set<string>()
  #fingerprints = new FingerprintSet(frontierLimits.fingerprintsMax)
  /** Number of entries that were admitted when they were added, and how many may be kept beyond the ledger. */
  #pages = 0
  readonly #pagesMax: number
  #stalls = 0
  #ops: FrontierOp[] = []
  /** Dedupe keys of URLs that were looked up since the last `takeOps`. */
  readonly #keys = new Map<string, string>()

  constructor(options: FrontierOptions, scopeUrl: string) {
    this.options = options
    this.scopeUrl = scopeUrl
    this.#counts = new FrontierCounts(options.limit, options.render)
    this.#pagesMax = knownPagesMax(options.limit)
    this.#firstLane = firstLaneOf(options)
    this.#usesFamilies = options.kind === 'crawl' && options.isRetry !== true
  }

  /** Returns the entry that stands for this URL under the dedupe key, or null. */
  find(url: string): { seq: number; entry: FrontierEntry } | null {
    const seq = this.#seqByKey.get(this.#keptKeyOf(url))
    return seq === undefined ? null : { seq, entry: this.entries[seq]! }
  }

  /** Returns the dedupe key. Most pages of a site link to the same URLs, and each link is looked up twice. */
  #keptKeyOf(url: string): string {
    if (this.options.kind !== 'crawl') return this.options.keyOf(url)
    const known = this.#keys.get(url)
    if (known !== undefined) return known
    const key = this.options.keyOf(url)
    if (this.#keys.size >= frontierLimits.keysKeptMax) this.#keys.clear()
    this.#keys.set(url, key)
    return key
  }

  /** Returns `seq` of the page that already holds the content found at a final URL, or null. */
  contentOwner(finalUrl: string): number | null {
    return this.#contentByKey.get(this.options.keyOf(finalUrl)) ?? null
  }

  /** True when this spelling of a known URL is not in the ledger yet. */
  isNewSpelling(url: string, known: FrontierEntry): boolean {
    return url !== known.url && !this.#duplicates.has(url)
  }

  /** Number of input lines that may still be attempted without exceeding the job's limit. */
  budgetLeft(): number {
    return this.#counts.budgetLeft()
  }

  /** The same for one lane. */
  budgetOf(lane: Lane): number {
    return this.#counts.budgetOf(lane)
  }

  /** Counters as the caller sees them; a deferred page stays in flight. */
  counters(): JobCounters {
    return this.#counts.counters()
  }

  get pending(): number {
    return this.#counts.pending
  }

  /** URLs queued for a lane. */
  pendingIn(lane: Lane): number {
    return this.#counts.pendingIn(lane)
  }

  /** True when no page is leased and no page may be leased any more. */
  exhausted(): boolean {
    if (this.leases.size > 0 || (this.pending > 0 && this.budgetLeft() > 0)) return false
    // A page that waits for robots.txt was not attempted: it has no place within the limit yet.
    return ![...this.deferred].some((seq) => this.entries[seq]!.attempted || this.entries[seq]!.linksOnly)
  }

  hostClock(host: string): HostClock {
    return this.hosts.get(host) ?? newHostClock()
  }

  /**
   * Adds a URL to the ledger. When the ledger is full, only counts the URL: once, as long as its fingerprint is kept.
   * Pages to fetch have room of their own, so that URLs that are not fetched cannot crowd them out.
   */
  add(entry: NewEntry): void {
    const isBelowPagesMax = this.#pages < this.#pagesMax
    if (this.entries.length < frontierLimits.entriesMax || (entry.state === 'pending' && isBelowPagesMax)) {
      this.#do(['add', entry])
      return
    }
    const fingerprint = fingerprintOf(entry.url)
    if (this.#fingerprints.has(fingerprint)) return
    this.#do(['overflow', entry.state === 'pending' ? 'over_limit' : entry.state, fingerprint])
  }

  change(seq: number, patch: Partial<FrontierEntry>): void {
    this.#do(['change', seq, patch])
  }

  /** Leases queued URLs to a new slice. @param shares pages it may have in flight on each host. */
  cut(lane: Lane, hosts: string[], shares: number[], seqs: number[]): Lease {
    const lease: Lease = { slice: this.nextSlice, lane, hosts, shares, seqs }
    this.#do(['cut', lease])
    return lease
  }

  /** Ends a lease; the slice's segments now belong to the job. */
  merge(slice: number, segments: string[], stalls = 0): void {
    this.#do(['merge', stalls === 0 ? { slice, segments } : { slice, segments, stalls }])
  }

  /** Page loads that merged slices cut because they received no data for too long. */
  get stalls(): number {
    return this.#stalls
  }

  setHost(host: string, clock: HostClock): void {
    this.#do(['host', host, clock])
  }

  anchor(scopeUrl: string): void {
    this.#do(['anchor', scopeUrl])
  }

  setDiscovered(): void {
    this.#do(['discovered'])
  }

  /**
   * Adds a warning for the caller. @param counted subject of a warning whose kind is counted: each call counts once
   * more.
   */
  warn(text: string, counted?: Counted): void {
    if (counted !== undefined) this.#do(['warn', text, counted])
    else if (!this.#warnings.has(text)) this.#do(['warn', text])
  }

  /** The warnings that callers see, bounded in number and length. */
  get warnings(): string[] {
    return this.#warnings.texts()
  }

  get warningBook(): StoredWarnings {
    return this.#warnings.snapshot()
  }

  /**
   * Number of consecutive links within its own family that lead to a URL when this page links to it. @param page null:
   * a sitemap names the URL.
   */
  hopsTo(url: string, page: number | null): number {
    return this.#usesFamilies ? this.#families.hops(url, page === null ? null : this.entries[page]!) : 0
  }

  /** Whether the family of a queued page lets it be fetched now, later or not at all. */
  standing(seq: number): Standing {
    return this.#usesFamilies ? this.#families.standing(this.entries[seq]!) : 'free'
  }

  /** Whether the pages judged so far in its family exclude a page. */
  isClosed(seq: number): boolean {
    return this.#usesFamilies && this.#families.isClosed(this.entries[seq]!)
  }

  /**
   * Reserves a place in its family for a page that is about to be leased, so that it counts for later pages of the
   * slice.
   */
  reserve(seq: number): void {
    if (this.#usesFamilies) this.#families.leased(seq, this.entries[seq]!)
  }

  /** True for a link that leads further down from a page which only repeats the text of the pages above it. */
  isRepetition(page: number, url: string): boolean {
    return this.#repeats.refuses({ seq: page, url: this.entries[page]!.url }, url)
  }

  /** Records the text of a page that was scraped. @param exact hash of the whole text, from its sketch. */
  recordText(seq: number, exact: number): void {
    this.#do(['said', seq, exact])
  }

  /**
   * Judges a scraped page after its links were added.
   * @param added URLs to be fetched that this page was the first to bring.
   */
  judge(seq: number, sketch: TextSketch | null, added: readonly string[]): void {
    this.#do(['judged', seq, sketch, this.#families.newOutlinks(this.entries[seq]!.url, added)])
  }

  /** Returns the lane of a queued page by its own properties, or else by the verdicts on similar URLs. */
  routeOf(seq: number): Lane | RememberedRoute {
    const { url, earlier } = this.entries[seq]!
    if (this.options.render !== 'auto') return this.#firstLane
    return earlier !== null || hashRouteOf(url) !== '' ? 'browser' : this.#verdicts.routeOf(url)
  }

  /** Records the lane chosen for a page for which similar URLs needed a browser. */
  recordLane(seq: number, lane: Lane): void {
    this.#do(['routed', seq, lane])
  }

  /** Records the verdict of HTTP on a page. */
  recordVerdict(seq: number, verdict: HttpVerdict): void {
    if (this.options.render !== 'auto' || !this.#verdicts.isNews(this.entries[seq]!.url, verdict)) return
    this.#do(['shown', seq, verdict])
  }

  get verdicts(): MemorySnapshot {
    return this.#verdicts.snapshot()
  }

  get families(): BookSnapshot {
    return this.#families.snapshot()
  }

  get repeats(): RepeatsSnapshot {
    return this.#repeats.snapshot()
  }

  /** Returns the changes since the last call, in order. */
  takeOps(): FrontierOp[] {
    const ops = this.#ops
    this.#ops = []
    this.#keys.clear()
    return ops
  }

  /** Replays the changes of a stored generation; the state must not be used meanwhile. */
  async replay(generation: number, ops: readonly FrontierOp[]): Promise<void> {
    for (const [at, op] of ops.entries()) {
      if (at % frontierLimits.entriesPerTurn === 0 && at > 0) await nextTurn()
      this.#perform(op)
    }
    this.generation = generation
  }

  get fingerprints(): FingerprintSet {
    return this.#fingerprints
  }

  /** Restores the contents of a snapshot into a state that is still empty. */
  async restore(entries: readonly FrontierEntry[], rest: Restored): Promise<void> {
    this.generation = rest.generation
    this.scopeUrl = rest.scopeUrl
    this.discovered = rest.discovered
    this.nextSlice = rest.nextSlice
    for (const [seq, entry] of entries.entries()) {
      if (seq % frontierLimits.entriesPerTurn === 0) await nextTurn()
      this.entries.push(entry)
      takeCode(entry)
      this.#index(seq)
    }
    // A page's own URL is indexed first, as it was live: a page discovered under its own URL keeps it.
    for (const [seq, entry] of this.entries.entries()) {
      if (seq % frontierLimits.entriesPerTurn === 0) await nextTurn()
      this.#indexContent(seq, entry)
    }
    this.#fingerprints = rest.fingerprints
    for (const lease of rest.leases) this.leases.set(lease.slice, { lane: this.#firstLane, ...lease })
    for (const merged of rest.merged) this.#addMerged(merged)
    for (const [host, clock] of rest.hosts) this.hosts.set(host, { ...newHostClock(), ...clock })
    Object.assign(this.overflow, rest.overflow)
    if (rest.warningBook !== undefined) this.#warnings.restore(rest.warningBook)
    else for (const text of rest.warnings) this.#warnings.add(text)
    this.#families.restore(rest.families)
    this.#repeats.restore(rest.repeats)
    this.#verdicts.restore(rest.verdicts ?? [])
  }

  #do(op: FrontierOp): void {
    this.#ops.push(op)
    this.#perform(op)
  }

  #perform(op: FrontierOp): void {
    switch (op[0]) {
      case 'add':
        this.entries.push(newEntry(op[1], this.#firstLane))
        this.#index(this.entries.length - 1)
        break
      case 'change':
        this.#patch(op[1], op[2])
        break
      case 'cut':
        this.nextSlice = op[1].slice + 1
        this.leases.set(op[1].slice, { lane: this.#firstLane, ...op[1] })
        for (const seq of op[1].seqs) {
          this.#patch(seq, { state: 'leased' })
          this.reserve(seq)
        }
        break
      case 'merge':
        this.leases.delete(op[1].slice)
        this.#addMerged(op[1])
        break
      case 'host':
        this.hosts.set(op[1], { ...newHostClock(), ...op[2] })
        break
      case 'anchor':
        this.scopeUrl = op[1]
        break
      case 'overflow':
        this.overflow[op[1]] = (this.overflow[op[1]] ?? 0) + 1
        this.#fingerprints.add(op[2])
        break
      case 'warn':
        this.#warnings.add(op[1], op[2])
        break
      case 'discovered':
        this.discovered = true
        break
      case 'said':
        this.#repeats.settled(this.#placeOf(op[1]), op[2], this.#placeOf(this.entries[op[1]]!.parent))
        break
      case 'judged':
        this.#families.judged(op[1], this.entries[op[1]]!, op[2], op[3])
        break
      case 'shown':
        this.#verdicts.recordVerdict(this.entries[op[1]]!.url, op[2])
        break
      case 'routed':
        this.#verdicts.recordLane(this.entries[op[1]]!.url, op[2])
        break
      default:
        op satisfies never
    }
  }

  #addMerged(merged: MergedSlice): void {
    this.merged.push(merged)
    this.#stalls += merged.stalls ?? 0
  }

  #placeOf(seq: number): { seq: number; url: string }
  #placeOf(seq: number | null): { seq: number; url: string } | null
  #placeOf(seq: number | null): { seq: number; url: string } | null {
    return seq === null ? null : { seq, url: this.entries[seq]!.url }
  }

  #patch(seq: number, patch: Partial<FrontierEntry>): void {
    const entry = this.entries[seq]!
    // A scraped page is judged later, after its links were added.
    if (entry.state === 'leased' && patch.state !== undefined && patch.state !== 'scraped') this.#families.returned(seq)
    this.#counts.count(entry, -1)
    if (entry.state === 'pending') this.queues.remove(seq, entry)
    Object.assign(entry, patch)
    takeCode(entry)
    this.#counts.count(entry, 1)
    this.#enqueue(seq, entry)
    this.#indexContent(seq, entry)
  }

  #enqueue(seq: number, entry: FrontierEntry): void {
    if (entry.state === 'pending') this.queues.push(seq, entry)
    if (entry.state === 'pending' && (entry.notBeforeMs > 0 || entry.earlier !== null)) this.deferred.add(seq)
    else this.deferred.delete(seq)
  }

  #index(seq: number): void {
    const entry = this.entries[seq]!
    if (entry.state === 'duplicate') {
      this.#duplicates.add(entry.url)
    } else {
      const key = this.#keys.get(entry.url) ?? this.options.keyOf(entry.url)
      const owner = this.#seqByKey.get(key)
      const takesOver = owner !== undefined && isRefused(this.entries[owner]!.state) && !isRefused(entry.state)
      if (owner === undefined || takesOver) this.#seqByKey.set(key, seq)
    }
    if (!isRefused(entry.state) && entry.state !== 'duplicate') this.#pages += 1
    this.#counts.count(entry, 1)
    this.#enqueue(seq, entry)
  }

  /** Indexes the final URL of a scraped page as well, so that a redirect target is not fetched twice. */
  #indexContent(seq: number, entry: FrontierEntry): void {
    if (this.options.kind !== 'crawl' || entry.state !== 'scraped' || entry.duplicateOf !== null) return
    const key = this.options.keyOf(entry.finalUrl ?? entry.url)
    if (!this.#contentByKey.has(key)) this.#contentByKey.set(key, seq)
    if (!this.#seqByKey.has(key)) this.#seqByKey.set(key, seq)
  }
}
