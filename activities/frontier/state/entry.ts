/**
 * The frontier's entry for one URL, and the operations by which a generation records changes.
 */
import type { LedgerUrlState } from '@seine/shared/api/schemas/list-schema.ts'
import type { RecordPlace } from '@seine/shared/api/schemas/page-note.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { AdvanceResult } from '@seine/shared/temporal/shapes.ts'
import type { TextSketch } from '@seine/shared/pages/extraction.ts'
import type { JobAttempt } from '@seine/shared/api/schemas/job-page-schema.ts'
import type { StoredHostClock } from '../../hosts/host-clock.ts'
import type { QueuePlace } from './host-queue.ts'
import type { HttpVerdict } from './verdict-memory.ts'
import type { Counted } from './warning-book.ts'

/** `pending` and `leased` are live; every other state is final. */
export type EntryState = LedgerUrlState

/** States of URLs that a rule excludes; another spelling of the same page may still be admitted. */
const refusals = new Set<EntryState>(['excluded', 'out_of_scope', 'trap'])

/** Whether a rule excludes URLs in this state. */
export const isRefused = (state: EntryState): boolean => refusals.has(state)

/** A URL of the ledger. Its position in the list is its discovery sequence number, `seq`. */
export interface FrontierEntry {
  url: string
  depth: number
  /** Place in its queue when that differs from depth and `seq`; null when it does not. */
  turn: QueuePlace | null
  /** `seq` of the page that linked here first; null for the start page and sitemap URLs. */
  parent: number | null
  state: EntryState
  /** Rule, error code or robots reason; null if none exists. */
  reason: string | null
  message: string | null
  /** For duplicates and redirect aliases: `seq` of the page that has the content; null for all others. */
  duplicateOf: number | null
  /** Final URL after redirects; null when it equals `url` or is not known. */
  finalUrl: string | null
  /** Attempts charged so far; for a settled page, all attempts that were made. */
  attempts: number
  /** Lane that is to load the page. A page that turns out to belong to the other lane when it is reached is moved. */
  lane: Lane
  /** HTTP attempts that found the page to need a browser; null if none exist, or the page is settled. */
  earlier: JobAttempt[] | null
  /** True when the page is counted in the job's `total`. */
  attempted: boolean
  /** Epoch milliseconds before which a deferred page is not fetched; 0 = any time. */
  notBeforeMs: number
  linksOnly: boolean
  /** True when a sitemap names the URL. */
  listed: boolean
  /**
   * Number of consecutive links within its own URL family that led to it; 0 when a page outside the family or a sitemap
   * names it.
   */
  hops: number
  /** Number of input lines of a batch that the URL stands for; 1 in a crawl. Counters count lines. */
  lines: number
}

/** A slice that has been cut and not yet merged. */
export interface Lease {
  slice: number
  lane: Lane
  /** Hosts of its pages, each once. */
  hosts: string[]
  /** Pages in flight granted to the slice on each host, in the order of `hosts`. */
  shares: number[]
  seqs: number[]
}

/** A lease as stored in generations: older ones have no lane. */
export type StoredLease = Omit<Lease, 'lane'> & Partial<Pick<Lease, 'lane'>>

/** A merged slice and the keys of its segments. */
export interface MergedSlice {
  slice: number
  segments: string[]
  /** Page loads that were cut because they received no data for too long; absent when there were none. */
  stalls?: number
}

export type NewEntry = Pick<FrontierEntry, 'url' | 'depth' | 'parent' | 'state'> &
  Partial<Pick<FrontierEntry, 'turn' | 'reason' | 'duplicateOf' | 'linksOnly' | 'listed' | 'hops' | 'lines'>>

/** Returns the place of a URL in its queue. */
export const queuePlaceOf = ({ turn, depth }: FrontierEntry, seq: number): QueuePlace =>
  turn ?? { wave: depth, place: seq }

/** Returns the number of all attempts made at a page so far. */
export const attemptsMade = ({ attempts, earlier }: FrontierEntry): number => attempts + (earlier?.length ?? 0)

/** Attempt fields of a page settled without another attempt: only the number of all attempts is kept. */
export const attemptsAsMade = (entry: FrontierEntry): Partial<Pick<FrontierEntry, 'attempts' | 'earlier'>> =>
  entry.earlier === null ? {} : { attempts: attemptsMade(entry), earlier: null }

/** One change of the frontier. Replaying the changes of a generation in order needs none of the crawl rules. */
export type FrontierOp =
  | ['add', NewEntry]
  | ['change', seq: number, patch: Partial<FrontierEntry>]
  | ['cut', StoredLease]
  | ['merge', MergedSlice]
  | ['host', host: string, StoredHostClock]
  /** Sets the URL that the scope is anchored on. */
  | ['anchor', url: string]
  /** Counts a URL that is not kept, under the state it would have had. */
  | ['overflow', EntryState, fingerprint: number]
  /** Adds a warning; `counted` gives its subject when warnings of its kind are counted. */
  | ['warn', text: string, counted?: Counted]
  | ['discovered']
  /** Records the hash of the whole text of a page, before its links are judged. */
  | ['said', seq: number, exact: number]
  /** Lets the URL family judge a page by its text and its new links, after its links were added. */
  | ['judged', seq: number, TextSketch | null, newOutlinks: number]
  /** Records the verdict of HTTP on a page. */
  | ['shown', seq: number, HttpVerdict]
  /** Records the lane chosen for a page for which similar URLs needed a browser. */
  | ['routed', seq: number, Lane]

/** What a generation stores about the pages that it settles, beyond the changes of their entries. */
export interface StoredSettled {
  /** When they were counted, epoch milliseconds. */
  atMs: number
  /**
   * HTTP status of the last answer to each page, the final URL of pages that failed, where its record is and when it
   * was fetched; null when not known. Generations of older workers have no place and time.
   */
  answers: [
    seq: number,
    status: number | null,
    finalUrl: string | null,
    place?: RecordPlace | null,
    fetchedAt?: string | null,
  ][]
}

/** `frontier/<g>.delta.json.zst` */
export interface FrontierDelta {
  version: 1
  generation: number
  ops: FrontierOp[]
  /** Absent in generations of older workers. */
  settled?: StoredSettled
  /** Result of the activity call that wrote this generation. */
  result: AdvanceResult
}

/** Returns the entry of a URL that was just discovered. @param lane lane in which the job's pages start. */
export const newEntry = (found: NewEntry, lane: Lane): FrontierEntry => ({
  turn: null,
  reason: null,
  duplicateOf: null,
  linksOnly: false,
  listed: false,
  hops: 0,
  lines: 1,
  ...found,
  message: null,
  finalUrl: null,
  attempts: 0,
  attempted: false,
  notBeforeMs: 0,
  lane,
  earlier: null,
})
