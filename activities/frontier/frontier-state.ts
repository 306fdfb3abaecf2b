/**
 * The frontier in memory: every known URL, the queues, key tables and counters built from it.
 *
 * Every change is an operation that is performed and recorded in one place, so that making a change
 * and replaying a stored generation are the same code.
 */
import { hash } from 'node:crypto'
import type { JobCounters } from '@seine/shared/temporal/shapes.ts'
import { frontierLimits } from '@seine/shared/config/limits.ts'
import {
  isRefused,
  newHostClock,
  type Entry,
  type EntryState,
  type FrontierOp,
  type FrontierSnapshot,
  type HostClock,
  type Lease,
  type MergedSlice,
  type NewEntry,
} from './entry.ts'
import { HostQueue } from './host-queue.ts'
import { dedupeKey } from './url-identity.ts'

export interface FrontierOptions {
  ignoreQueryParameters: boolean
  limit: number
}

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

/** 48 bits of a digest: among a million URLs a mix-up is a matter of one in five hundred. */
const fingerprintOf = (url: string): number => hash('md5', url, 'buffer').readUIntBE(0, 6)

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
  readonly #counts: Counts = { pending: 0, waiting: 0, leasedFirst: 0, attempted: 0, completed: 0, failed: 0 }
  readonly #seqByKey = new Map<string, number>()
  readonly #contentByKey = new Map<string, number>()
  readonly #duplicates = new Set<string>()
  readonly #fingerprints = new Set<number>()
  /** Entries that were admitted when they were added. */
  #pages = 0
  #ops: FrontierOp[] = []

  constructor(options: FrontierOptions, scopeUrl: string) {
    this.options = options
    this.scopeUrl = scopeUrl
  }

  /** The entry that stands for this URL under the dedupe key, or null. */
  find(url: string): { seq: number; entry: Entry } | null {
    const seq = this.#seqByKey.get(this.#key(url))
    return seq === undefined ? null : { seq, entry: this.entries[seq]! }
  }

  /** The page that already holds the content found at a final URL, or null. */
  contentOwner(finalUrl: string): number | null {
    return this.#contentByKey.get(this.#key(finalUrl)) ?? null
  }

  /** True when this spelling of a known URL is not in the ledger yet. */
  isNewSpelling(url: string, known: Entry): boolean {
    return url !== known.url && !this.#duplicates.has(url)
  }

  /** Pages that may still be attempted without exceeding the job's limit. */
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

  /** Leases queued URLs of a host to a new slice. */
  cut(host: string, seqs: number[]): Lease {
    const lease: Lease = { slice: this.nextSlice, host, seqs }
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

  snapshot(): FrontierSnapshot {
    return {
      version: 1,
      generation: this.generation,
      scopeUrl: this.scopeUrl,
      discovered: this.discovered,
      entries: this.entries,
      leases: [...this.leases.values()],
      merged: this.merged,
      hosts: [...this.hosts],
      overflow: this.overflow,
      fingerprints: [...this.#fingerprints],
      warnings: this.warnings,
      nextSlice: this.nextSlice,
    }
  }

  static restore(options: FrontierOptions, snapshot: FrontierSnapshot): FrontierState {
    const state = new FrontierState(options, snapshot.scopeUrl)
    state.generation = snapshot.generation
    state.discovered = snapshot.discovered
    state.nextSlice = snapshot.nextSlice
    for (const entry of snapshot.entries) {
      state.entries.push(entry)
      state.#index(state.entries.length - 1)
    }
    // Own URLs come first, as they did live: a page discovered under its own URL keeps it.
    for (const [seq, entry] of state.entries.entries()) state.#indexContent(seq, entry)
    for (const fingerprint of snapshot.fingerprints) state.#fingerprints.add(fingerprint)
    for (const lease of snapshot.leases) state.leases.set(lease.slice, lease)
    state.merged.push(...snapshot.merged)
    for (const [host, clock] of snapshot.hosts) state.hosts.set(host, clock)
    Object.assign(state.overflow, snapshot.overflow)
    state.warnings.push(...snapshot.warnings)
    return state
  }

  #key(url: string): string {
    return dedupeKey(url, this.options)
  }

  #do(op: FrontierOp): void {
    this.#ops.push(op)
    this.#perform(op)
  }

  #perform(op: FrontierOp): void {
    switch (op[0]) {
      case 'add':
        this.entries.push({
          reason: null,
          duplicateOf: null,
          linksOnly: false,
          ...op[1],
          message: null,
          finalUrl: null,
          attempts: 0,
          attempted: false,
          notBeforeMs: 0,
        })
        this.#index(this.entries.length - 1)
        break
      case 'change':
        this.#patch(op[1], op[2])
        break
      case 'cut':
        this.nextSlice = op[1].slice + 1
        this.leases.set(op[1].slice, op[1])
        for (const seq of op[1].seqs) this.#patch(seq, { state: 'leased' })
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
        if (this.#fingerprints.size < frontierLimits.fingerprintsMax) this.#fingerprints.add(op[2])
        break
      case 'warn':
        this.warnings.push(op[1])
        break
      case 'discovered':
        this.discovered = true
        break
      default:
        op satisfies never
    }
  }

  #patch(seq: number, patch: Partial<Entry>): void {
    const entry = this.entries[seq]!
    this.#count(entry, -1)
    if (entry.state === 'pending') this.#queue(entry.url).remove(seq)
    Object.assign(entry, patch)
    this.#count(entry, 1)
    this.#enqueue(seq, entry)
    this.#indexContent(seq, entry)
  }

  #enqueue(seq: number, entry: Entry): void {
    if (entry.state === 'pending') this.#queue(entry.url).push(seq, entry.depth)
    if (entry.state === 'pending' && entry.notBeforeMs > 0) this.deferred.add(seq)
    else this.deferred.delete(seq)
  }

  #index(seq: number): void {
    const entry = this.entries[seq]!
    if (entry.state === 'duplicate') {
      this.#duplicates.add(entry.url)
    } else {
      const key = this.#key(entry.url)
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
    if (entry.state !== 'scraped' || entry.duplicateOf !== null) return
    const key = this.#key(entry.finalUrl ?? entry.url)
    if (!this.#contentByKey.has(key)) this.#contentByKey.set(key, seq)
    if (!this.#seqByKey.has(key)) this.#seqByKey.set(key, seq)
  }

  #count(entry: Entry, by: 1 | -1): void {
    const counts = this.#counts
    const first = !entry.attempted && !entry.linksOnly
    if (entry.state === 'pending') counts.pending += by
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
