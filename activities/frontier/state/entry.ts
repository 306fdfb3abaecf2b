/**
 * What the frontier knows of one URL, and how a generation records its changes.
 */
import type { LedgerUrlState } from '@seine/shared/api/schemas/list-schema.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { AdvanceResult } from '@seine/shared/temporal/shapes.ts'
import type { TextSketch } from '@seine/shared/pages/extraction.ts'
import type { AttemptRecord } from '@seine/shared/pages/slice-shapes.ts'
import type { StoredHostClock } from '../../hosts/host-clock.ts'
import type { QueuePlace } from './host-queue.ts'
import type { HttpVerdict } from './verdict-memory.ts'
import type { Counted } from './warning-book.ts'

/** `pending` and `leased` are live; every other state is final. */
export type EntryState = LedgerUrlState

/** States of URLs that a rule keeps out; another spelling of the same page may still be admitted. */
const refusals = new Set<EntryState>(['excluded', 'out_of_scope', 'trap'])

export const isRefused = (state: EntryState): boolean => refusals.has(state)

/** A URL of the ledger. Its position in the list is its discovery sequence, `seq`. */
export interface FrontierEntry {
  url: string
  depth: number
  /** Where it stands in its queue, when that is not by depth and `seq`. */
  turn: QueuePlace | null
  /** `seq` of the page that linked here first; null for the start page and sitemap URLs. */
  parent: number | null
  state: EntryState
  /** Rule, error code or robots reason. */
  reason: string | null
  message: string | null
  /** For duplicates and redirect aliases: `seq` of the page that has the content. */
  duplicateOf: number | null
  /** Where redirects ended, when elsewhere. */
  finalUrl: string | null
  /** Attempts charged so far; of a page that is settled, all that were made. */
  attempts: number
  /** Who is to load it. Found to be another by the time it is reached, it is moved. */
  lane: Lane
  /** Attempts by HTTP that found it to need a browser; null = none, or it is settled. */
  earlier: AttemptRecord[] | null
  /** Counted in the job's `total`. */
  attempted: boolean
  /** Epoch milliseconds before which a deferred page is not fetched; 0 = any time. */
  notBeforeMs: number
  linksOnly: boolean
  /** Named by a sitemap. */
  listed: boolean
  /** Times in a row that its own family of URLs found it; 0 when another page or a sitemap did. */
  hops: number
  /** Input lines of a batch that the URL stands for; 1 in a crawl. Counters go by it. */
  lines: number
}

/** A slice that has been cut and not yet merged. */
export interface Lease {
  slice: number
  lane: Lane
  /** Hosts of its pages, each once. */
  hosts: string[]
  /** Pages in flight it was granted on each of them. */
  shares: number[]
  seqs: number[]
}

/** A lease as generations have it: older ones name no lane. */
export type StoredLease = Omit<Lease, 'lane'> & Partial<Pick<Lease, 'lane'>>

/** A merged slice: where its pages are. */
export interface MergedSlice {
  slice: number
  segments: string[]
  /** Loads of its pages that were cut for their silence; absent when there were none. */
  stalls?: number
}

export type NewEntry = Pick<FrontierEntry, 'url' | 'depth' | 'parent' | 'state'> &
  Partial<Pick<FrontierEntry, 'turn' | 'reason' | 'duplicateOf' | 'linksOnly' | 'listed' | 'hops' | 'lines'>>

/** Where a URL stands in its queue. */
export const turnOf = ({ turn, depth }: FrontierEntry, seq: number): QueuePlace => turn ?? { wave: depth, place: seq }

/** All attempts that were made at a page so far. */
export const attemptsMade = ({ attempts, earlier }: FrontierEntry): number => attempts + (earlier?.length ?? 0)

/** What is left of the attempts of a page that is settled without another: how many there were. */
export const attemptsAsMade = (entry: FrontierEntry): Partial<Pick<FrontierEntry, 'attempts' | 'earlier'>> =>
  entry.earlier === null ? {} : { attempts: attemptsMade(entry), earlier: null }

/** One change of the frontier. Replaying the changes of a generation in order needs no rule. */
export type FrontierOp =
  | ['add', NewEntry]
  | ['change', seq: number, patch: Partial<FrontierEntry>]
  | ['cut', StoredLease]
  | ['merge', MergedSlice]
  | ['host', host: string, StoredHostClock]
  /** The URL the scope is anchored on. */
  | ['anchor', url: string]
  /** A URL counted and not kept, by the state it would have had. */
  | ['overflow', EntryState, fingerprint: number]
  /** A warning; of a kind that is counted, with what it is about. */
  | ['warn', text: string, counted?: Counted]
  | ['discovered']
  /** What a page says as a whole, before its links are judged. */
  | ['said', seq: number, exact: number]
  /** What its family makes of a page, after its links. */
  | ['judged', seq: number, TextSketch | null, newOutlinks: number]
  /** What HTTP made of a page. */
  | ['shown', seq: number, HttpVerdict]
  /** Where a page goes whose like have needed a browser. */
  | ['routed', seq: number, Lane]

/** What a generation knows of the pages that it settles, beyond the changes of their entries. */
export interface StoredSettled {
  /** When they were counted, epoch milliseconds. */
  atMs: number
  /** HTTP status of the last answer; where it came from, of pages that failed. */
  answers: [seq: number, status: number | null, finalUrl: string | null][]
}

/** `frontier/<g>.delta.json.zst` */
export interface FrontierDelta {
  version: 1
  generation: number
  ops: FrontierOp[]
  /** Absent in generations of older workers. */
  settled?: StoredSettled
  /** What the activity that wrote this generation answered. */
  result: AdvanceResult
}

/** An entry as it is when its URL has just been found. @param lane the one that the job's pages begin in. */
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
