/**
 * Progress of a slice: which pages have begun, which are durable, and the content of its heartbeat. Counters count
 * input lines, as those of the job do.
 */
import { jobLimits } from '@seine/shared/config/limits.ts'
import type { SliceHeartbeat, Suspect } from '@seine/shared/temporal/shapes.ts'
import { Bitmap } from './bitmap.ts'
import { reportedSegments, SegmentRuns, type SegmentNames } from './segment-runs.ts'
import type { PageHead, SlicePage } from '@seine/shared/pages/slice-shapes.ts'

export class SliceProgress {
  readonly #pages: readonly SlicePage[]
  readonly #begun: Bitmap
  readonly #done: Bitmap
  /** Pages that are stored as begun: in a mark, or in a segment, which carries the same information. */
  readonly #known: Bitmap
  readonly #inFlight = new Map<number, number>()
  readonly #segments: SegmentRuns
  /** `startedFirst` as an earlier attempt reported it, in input lines; the counter never falls below it. */
  readonly #reportedFirst: number
  #completed: number
  #failed: number
  #currentUrl: string | null = null
  #changes = 0
  #suspect: Suspect | null = null

  /**
   * @param previous heartbeat details of the previous attempt, if any.
   * @param nameOf returns the key of a segment of the slice.
   */
  constructor(pages: readonly SlicePage[], previous: SliceHeartbeat | null, nameOf: SegmentNames) {
    this.#pages = pages
    this.#begun = new Bitmap(pages.length, previous?.begun)
    this.#done = new Bitmap(pages.length, previous?.done)
    this.#known = new Bitmap(pages.length, previous?.done)
    this.#segments = new SegmentRuns(previous === null ? [] : reportedSegments(previous, nameOf))
    this.#reportedFirst = previous?.startedFirst ?? 0
    this.#completed = previous?.completed ?? 0
    this.#failed = previous?.failed ?? 0
    this.#suspect = previous?.suspect ?? null
  }

  hasBegun(index: number): boolean {
    return this.#begun.has(index)
  }

  /** Returns the pages still to be fetched; those that had begun before come first. */
  remaining(): number[] {
    const left = this.#pages
      .keys()
      .filter((index) => !this.#done.has(index))
      .toArray()
    return [...left.filter((index) => this.#begun.has(index)), ...left.filter((index) => !this.#begun.has(index))]
  }

  /** Returns the pages that had begun and are not durable: in flight when an earlier attempt ended. */
  interrupted(): number[] {
    return this.remaining().filter((index) => this.#begun.has(index))
  }

  /** Sets the page that is about to be alone in flight; null for none. */
  isolate(suspect: Suspect | null): void {
    this.#suspect = suspect
  }

  /** Records that a page's fetch begins. @param deadlineMs when it begins to count as stuck, by a monotonic clock. */
  begin(index: number, deadlineMs: number): void {
    this.#inFlight.set(index, deadlineMs)
    this.#currentUrl = this.#pages[index]!.url.slice(0, jobLimits.urlMaxCharacters)
    this.#begun.add(index)
  }

  /** Extends the deadline of a page in flight. @param byMs extension, milliseconds. */
  postpone(index: number, byMs: number): void {
    const deadlineMs = this.#inFlight.get(index)
    if (deadlineMs !== undefined) this.#inFlight.set(index, deadlineMs + byMs)
  }

  /** Number of input lines that this slice was the first to begin. */
  get startedFirst(): number {
    return this.#linesFirstIn(this.#begun)
  }

  /** Pages that have begun, in the encoding of heartbeats. */
  get begun(): string {
    return this.#begun.toString()
  }

  /** True while pages have begun that are not yet stored as begun. */
  get hasUnmarked(): boolean {
    return this.begun !== this.#known.toString()
  }

  /** Records that the begun pages are stored, in a mark or a segment. @param begun in the encoding of heartbeats. */
  marked(begun: string): void {
    const mark = new Bitmap(this.#pages.length, begun)
    for (const index of this.#pages.keys()) if (mark.has(index)) this.#known.add(index)
  }

  /** Records that a page has left the network and the extractor, with any result. */
  end(index: number): void {
    this.#inFlight.delete(index)
    this.#changes += 1
  }

  /** Records that a segment and its pages are durable. */
  durable(key: string, records: readonly PageHead[]): void {
    this.#segments.add(key)
    for (const record of records) {
      this.#done.add(record.index)
      this.#known.add(record.index)
      if (record.linksOnly) continue
      const { lines } = this.#pages[record.index]!
      if (record.success) this.#completed += lines
      else this.#failed += lines
    }
    this.#changes += 1
  }

  /** Keys of the durable segments, in order. */
  get segments(): readonly string[] {
    return this.#segments.keys
  }

  /** Counter that grows with every page that ends and every segment that becomes durable. */
  get changes(): number {
    return this.#changes
  }

  /** True while no page is in flight. */
  get isIdle(): boolean {
    return this.#inFlight.size === 0
  }

  /** True when a page has overrun even its own deadline. @param nowMs the clock of the deadlines. */
  isStuck(nowMs: number): boolean {
    return this.#inFlight.values().some((deadlineMs) => deadlineMs < nowMs)
  }

  /**
   * Returns the heartbeat details. Begun pages are reported only once they are stored: when the job is closed without
   * this worker, the store must contain every page that was reported.
   */
  heartbeat(): SliceHeartbeat {
    return {
      begun: this.begun,
      startedFirst: Math.max(this.#reportedFirst, this.#linesFirstIn(this.#known)),
      done: this.#done.toString(),
      completed: this.#completed,
      failed: this.#failed,
      flushed: this.#segments.runs,
      currentUrl: this.#currentUrl,
      suspect: this.#suspect,
    }
  }

  #linesFirstIn(set: Bitmap): number {
    return this.#pages.reduce(
      (sum, { attempted, linksOnly, lines }, index) => (set.has(index) && !attempted && !linksOnly ? sum + lines : sum),
      0,
    )
  }
}
