/**
 * The frontier in memory: every known URL, the queues, key tables and counters built from it.
 *
 * Every change is an operation that is performed and recorded in one place, so that making a change
 * and replaying a stored generation are the same code.
 */
import type { JobInput } from '@seine/shared/api/job-input.ts'
import type { JobCounters } from '@seine/shared/temporal/shapes.ts'
import { frontierLimits } from '@seine/shared/config/limits.ts'
import {
  isRefused,
  newEntry,
  turnOf,
  type Entry,
  type EntryState,
  type FrontierOp,
  type Lease,
  type MergedSlice,
  type NewEntry,
} from './entry.ts'
import type { TextSketch } from '../extract/contract.ts'
import { FamilyBook, type BookSnapshot, type Standing } from './family-book.ts'
import { FingerprintSet, fingerprintOf } from './fingerprint-set.ts'
import { newHostClock, type HostClock } from './host-clock.ts'
import { HostQueue } from './host-queue.ts'
import { NestedRepeats, type RepeatsSnapshot } from './nested-repeats.ts'
import { dedupeKey } from './url-identity.ts'

/** The rules of a job that the frontier itself needs. */
export interface FrontierOptions {
  kind: JobInput['kind']
  limit: number
  /** The text two URLs share when they are the same page. */
  keyOf: (url: string) => string
}

/** A crawl finds pages under many spellings; the URLs of a batch are what the caller wrote. */
export function frontierOptionsOf(input: JobInput): FrontierOptions {
  return {
    kind: input.kind,
    limit: input.limit,
    keyOf: input.kind === 'crawl' ? (url) => dedupeKey(url, input) : (url) => url,
  }
}

/** What a snapshot holds besides the entries. */
export interface Restored {
  generation: number
  scopeUrl: string
  discovered: boolean
  nextSlice: number
  leases: readonly Lease[]
  merged: readonly MergedSlice[]
  hosts: readonly [host: string, clock: HostClock][]
  overflow: Partial<Record<EntryState, number>>
  warnings: readonly string[]
  fingerprints: FingerprintSet
  families: BookSnapshot
  repeats: RepeatsSnapshot
}

/** In input lines, but for `pending`, which counts URLs. */
interface Counts {
  /** Queued, whether or not attempted before. */
  pending: number
  /** Queued or leased and never attempted: what the caller sees as waiting. */
  waiting: number
  /** Leased and never attempted: spoken for within the limit. */
  leasedFirst: number
  attempted: number
  completed: number
  failed: number
}

const hostOf = (url: string): string => new URL(url).host

export class FrontierState {
  readonly options: FrontierOptions
  generation = -1
  scopeUrl: string
  discovered = false
  nextSlice = 0
  readonly entries: Entry[] = []
  readonly leases = new Map<number, Lease>()
  readonly merged: MergedSlice[] = []
  readonly hosts = new Map<string, HostClock>()
  readonly queues = new Map<string, HostQueue>()
  /** Queued pages that have been tried and wait for their time. */
  readonly deferred = new Set<number>()
  readonly overflow: Partial<Record<EntryState, number>> = {}
  readonly warnings: string[] = []
  readonly #families = new FamilyBook()
  readonly #repeats = new NestedRepeats()
  readonly #counts: Counts = { pending: 0, waiting: 0, leasedFirst: 0, attempted: 0, completed: 0, failed: 0 }
  readonly #seqByKey = new Map<string, number>()
  readonly #contentByKey = new Map<string, number>()
  readonly #duplicates = new Set<string>()
  #fingerprints = new FingerprintSet(frontierLimits.fingerprintsMax)
  /** Entries that were admitted when they were added. */
  #pages = 0
  #ops: FrontierOp[] = []

  constructor(options: FrontierOptions, scopeUrl: string) {
    this.options = options
    this.scopeUrl = scopeUrl
  }

  /** The entry that stands for this URL under the dedupe key, or null. */
  find(url: string): { seq: number; entry: Entry } | null {
    const seq = this.#seqByKey.get(this.options.keyOf(url))
    return seq === undefined ? null : { seq, entry: this.entries[seq]! }
  }

  /** The page that already holds the content found at a final URL, or null. */
  contentOwner(finalUrl: string): number | null {
    return this.#contentByKey.get(this.options.keyOf(finalUrl)) ?? null
  }

  /** True when this spelling of a known URL is not in the ledger yet. */
  isNewSpelling(url: string, known: Entry): boolean {
    return url !== known.url && !this.#duplicates.has(url)
  }

  /** What may still be attempted without exceeding the job's limit. */
  budgetLeft(): number {
    return this.options.limit - this.#counts.attempted - this.#counts.leasedFirst
  }

  /** Counters as the caller sees them; a deferred page stays in flight. */
  counters(): JobCounters {
    const { attempted, completed, failed, waiting } = this.#counts
    return { total: attempted, completed, failed, pending: Math.min(waiting, this.options.limit - attempted) }
  }

  get pending(): number {
    return this.#counts.pending
  }

  /** True when no page is leased and none may be any more. */
  exhausted(): boolean {
    return this.leases.size === 0 && this.deferred.size === 0 && (this.pending === 0 || this.budgetLeft() <= 0)
  }

  hostClock(host: string): HostClock {
    return this.hosts.get(host) ?? newHostClock()
  }

  /**
   * Adds a URL to the ledger; when that is full, counts it, once for as long as it is remembered.
   * Pages to fetch have room of their own, so that links leading elsewhere cannot crowd them out.
   */
  add(entry: NewEntry): void {
    const roomForPages = this.#pages < frontierLimits.pagesPerLimit * this.options.limit
    if (this.entries.length < frontierLimits.entriesMax || (entry.state === 'pending' && roomForPages)) {
      this.#do(['add', entry])
      return
    }
    const fingerprint = fingerprintOf(entry.url)
    if (this.#fingerprints.has(fingerprint)) return
    this.#do(['overflow', entry.state === 'pending' ? 'over_limit' : entry.state, fingerprint])
  }

  change(seq: number, patch: Partial<Entry>): void {
    this.#do(['change', seq, patch])
  }

  /** Leases queued URLs to a new slice. @param shares pages in flight it may have on each host. */
  cut(hosts: string[], shares: number[], seqs: number[]): Lease {
    const lease: Lease = { slice: this.nextSlice, hosts, shares, seqs }
    this.#do(['cut', lease])
    return lease
  }

  /** Ends a lease; the slice's segments now belong to the job. */
  merge(slice: number, segments: string[]): void {
    this.#do(['merge', { slice, segments }])
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

  warn(text: string): void {
    if (!this.warnings.includes(text)) this.#do(['warn', text])
  }

  /** How often in a row its own family has found a URL that a page links to. @param page null = a sitemap did. */
  hopsTo(url: string, page: number | null): number {
    return this.options.kind === 'crawl' ? this.#families.hops(url, page === null ? null : this.entries[page]!) : 0
  }

  /** Whether its family lets a queued page be fetched. */
  standing(seq: number): Standing {
    return this.options.kind === 'crawl' ? this.#families.standing(this.entries[seq]!) : 'free'
  }

  /** Whether its family keeps a page out by what has been judged so far. */
  isClosed(seq: number): boolean {
    return this.options.kind === 'crawl' && this.#families.isClosed(this.entries[seq]!)
  }

  /** Tells its family that a page is about to be leased, so that those after it in the slice know. */
  reserve(seq: number): void {
    if (this.options.kind === 'crawl') this.#families.leased(seq, this.entries[seq]!)
  }

  /** True for a link further down from a page that only repeats what the pages above it say. */
  isRepetition(page: number, url: string): boolean {
    return this.#repeats.refuses({ seq: page, url: this.entries[page]!.url }, url)
  }

  /** A page was scraped. @param exact of its sketch. */
  said(seq: number, exact: number): void {
    this.#do(['said', seq, exact])
  }

  /**
   * The links of a scraped page have been taken in.
   * @param added URLs that it was the first to bring and that are to be fetched.
   */
  judge(seq: number, sketch: TextSketch | null, added: readonly string[]): void {
    this.#do(['judged', seq, sketch, this.#families.newOutlinks(this.entries[seq]!.url, added)])
  }

  get families(): BookSnapshot {
    return this.#families.snapshot()
  }

  get repeats(): RepeatsSnapshot {
    return this.#repeats.snapshot()
  }

  /** The changes since the last call, in order. */
  takeOps(): FrontierOp[] {
    const ops = this.#ops
    this.#ops = []
    return ops
  }

  /** Repeats the changes of a stored generation. */
  replay(generation: number, ops: readonly FrontierOp[]): void {
    for (const op of ops) this.#perform(op)
    this.generation = generation
  }

  get fingerprints(): FingerprintSet {
    return this.#fingerprints
  }

  /** Takes over what a snapshot holds, into a state that is still empty. */
  restore(entries: readonly Entry[], rest: Restored): void {
    this.generation = rest.generation
    this.scopeUrl = rest.scopeUrl
    this.discovered = rest.discovered
    this.nextSlice = rest.nextSlice
    for (const entry of entries) {
      this.entries.push(entry)
      this.#index(this.entries.length - 1)
    }
    // Own URLs come first, as they did live: a page discovered under its own URL keeps it.
    for (const [seq, entry] of this.entries.entries()) this.#indexContent(seq, entry)
    this.#fingerprints = rest.fingerprints
    for (const lease of rest.leases) this.leases.set(lease.slice, lease)
    this.merged.push(...rest.merged)
    for (const [host, clock] of rest.hosts) this.hosts.set(host, clock)
    Object.assign(this.overflow, rest.overflow)
    this.warnings.push(...rest.warnings)
    this.#families.restore(rest.families)
    this.#repeats.restore(rest.repeats)
  }

  #do(op: FrontierOp): void {
    this.#ops.push(op)
    this.#perform(op)
  }

  #perform(op: FrontierOp): void {
    switch (op[0]) {
      case 'add':
        this.entries.push(newEntry(op[1]))
        this.#index(this.entries.length - 1)
        break
      case 'change':
        this.#patch(op[1], op[2])
        break
      case 'cut':
        this.nextSlice = op[1].slice + 1
        this.leases.set(op[1].slice, op[1])
        for (const seq of op[1].seqs) {
          this.#patch(seq, { state: 'leased' })
          this.reserve(seq)
        }
        break
      case 'merge':
        this.leases.delete(op[1].slice)
        this.merged.push(op[1])
        break
      case 'host':
        this.hosts.set(op[1], op[2])
        break
      case 'anchor':
        this.scopeUrl = op[1]
        break
      case 'overflow':
        this.overflow[op[1]] = (this.overflow[op[1]] ?? 0) + 1
        this.#fingerprints.add(op[2])
        break
      case 'warn':
        this.warnings.push(op[1])
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
      default:
        op satisfies never
    }
  }

  #placeOf(seq: number): { seq: number; url: string }
  #placeOf(seq: number | null): { seq: number; url: string } | null
  #placeOf(seq: number | null): { seq: number; url: string } | null {
    return seq === null ? null : { seq, url: this.entries[seq]!.url }
  }

  #patch(seq: number, patch: Partial<Entry>): void {
    const entry = this.entries[seq]!
    // A scraped page is judged once its links are in.
    if (entry.state === 'leased' && patch.state !== undefined && patch.state !== 'scraped') this.#families.returned(seq)
    this.#count(entry, -1)
    if (entry.state === 'pending') this.#queue(entry.url).remove(seq, turnOf(entry, seq))
    Object.assign(entry, patch)
    this.#count(entry, 1)
    this.#enqueue(seq, entry)
    this.#indexContent(seq, entry)
  }

  #enqueue(seq: number, entry: Entry): void {
    if (entry.state === 'pending') this.#queue(entry.url).push(seq, turnOf(entry, seq))
    if (entry.state === 'pending' && entry.notBeforeMs > 0) this.deferred.add(seq)
    else this.deferred.delete(seq)
  }

  #index(seq: number): void {
    const entry = this.entries[seq]!
    if (entry.state === 'duplicate') {
      this.#duplicates.add(entry.url)
    } else {
      const key = this.options.keyOf(entry.url)
      const owner = this.#seqByKey.get(key)
      const takesOver = owner !== undefined && isRefused(this.entries[owner]!.state) && !isRefused(entry.state)
      if (owner === undefined || takesOver) this.#seqByKey.set(key, seq)
    }
    if (!isRefused(entry.state) && entry.state !== 'duplicate') this.#pages += 1
    this.#count(entry, 1)
    this.#enqueue(seq, entry)
  }

  /** A scraped page stands for its final URL as well, so that a redirect target is not fetched twice. */
  #indexContent(seq: number, entry: Entry): void {
    if (this.options.kind !== 'crawl' || entry.state !== 'scraped' || entry.duplicateOf !== null) return
    const key = this.options.keyOf(entry.finalUrl ?? entry.url)
    if (!this.#contentByKey.has(key)) this.#contentByKey.set(key, seq)
    if (!this.#seqByKey.has(key)) this.#seqByKey.set(key, seq)
  }

  #count(entry: Entry, sign: 1 | -1): void {
    const counts = this.#counts
    const by = sign * entry.lines
    const first = !entry.attempted && !entry.linksOnly
    if (entry.state === 'pending') counts.pending += sign
    if (first && (entry.state === 'pending' || entry.state === 'leased')) counts.waiting += by
    if (first && entry.state === 'leased') counts.leasedFirst += by
    if (entry.attempted) counts.attempted += by
    if (entry.state === 'scraped') counts.completed += by
    if (entry.state === 'failed') counts.failed += by
  }

  #queue(url: string): HostQueue {
    const host = hostOf(url)
    let queue = this.queues.get(host)
    if (queue === undefined) {
      queue = new HostQueue()
      this.queues.set(host, queue)
    }
    return queue
  }
}
