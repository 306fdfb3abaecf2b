/**
 * How far a slice is: which pages have begun, which are durable, what the heartbeat says of it.
 * Counters go by input lines, as those of the job.
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
  /** Pages that the store knows to have begun: by a mark, or by a segment, which carries them as a mark does. */
  readonly #known: Bitmap
  readonly #inFlight = new Map<number, number>()
  readonly #segments: SegmentRuns
  /** What an earlier attempt has told of pages begun; counters never fall behind what was told. */
  readonly #toldFirst: number
  #completed: number
  #failed: number
  #currentUrl: string | null = null
  #changes = 0
  #suspect: Suspect | null = null

  /**
   * @param previous heartbeat details of the attempt before, if any.
   * @param nameOf names the segments of the slice.
   */
  constructor(pages: readonly SlicePage[], previous: SliceHeartbeat | null, nameOf: SegmentNames) {
    this.#pages = pages
    this.#begun = new Bitmap(pages.length, previous?.begun)
    this.#done = new Bitmap(pages.length, previous?.done)
    this.#known = new Bitmap(pages.length, previous?.done)
    this.#segments = new SegmentRuns(previous === null ? [] : reportedSegments(previous, nameOf))
    this.#toldFirst = previous?.startedFirst ?? 0
    this.#completed = previous?.completed ?? 0
    this.#failed = previous?.failed ?? 0
    this.#suspect = previous?.suspect ?? null
  }

  hasBegun(index: number): boolean {
    return this.#begun.has(index)
  }

  /** Pages still to be fetched, those that had begun before first. */
  remaining(): number[] {
    const left = this.#pages
      .keys()
      .filter((index) => !this.#done.has(index))
      .toArray()
    return [...left.filter((index) => this.#begun.has(index)), ...left.filter((index) => !this.#begun.has(index))]
  }

  /** Pages that had begun and are not durable: in flight when an earlier attempt ended. */
  interrupted(): number[] {
    return this.remaining().filter((index) => this.#begun.has(index))
  }

  /** Names the page that is about to be in flight alone, or null when none is. */
  isolate(suspect: Suspect | null): void {
    this.#suspect = suspect
  }

  /** A page's fetch begins. @param deadlineMs epoch milliseconds after which it counts as stuck. */
  begin(index: number, deadlineMs: number): void {
    this.#inFlight.set(index, deadlineMs)
    this.#currentUrl = this.#pages[index]!.url.slice(0, jobLimits.urlMaxCharacters)
    this.#begun.add(index)
  }

  /** A page in flight has more time. @param byMs milliseconds. */
  postpone(index: number, byMs: number): void {
    const deadlineMs = this.#inFlight.get(index)
    if (deadlineMs !== undefined) this.#inFlight.set(index, deadlineMs + byMs)
  }

  /** Input lines that this slice was the first to begin. */
  get startedFirst(): number {
    return this.#linesFirstIn(this.#begun)
  }

  /** Pages that have begun, as a heartbeat has them. */
  get begun(): string {
    return this.#begun.toString()
  }

  /** True while pages have begun that the store does not know of. */
  get hasUnmarked(): boolean {
    return this.begun !== this.#known.toString()
  }

  /** The store knows of the pages begun, by a mark or by a segment. @param begun as a heartbeat has it. */
  marked(begun: string): void {
    const mark = new Bitmap(this.#pages.length, begun)
    for (const index of this.#pages.keys()) if (mark.has(index)) this.#known.add(index)
  }

  /** A page has left the network and the extractor, whatever came of it. */
  end(index: number): void {
    this.#inFlight.delete(index)
    this.#changes += 1
  }

  /** A segment is durable, and with it its pages. */
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

  /** Grows with every page that ends and every segment that becomes durable. */
  get changes(): number {
    return this.#changes
  }

  /** True while no page is in flight. */
  get isIdle(): boolean {
    return this.#inFlight.size === 0
  }

  /** True when some page has overrun even its own deadline. */
  isStuck(nowMs: number): boolean {
    return this.#inFlight.values().some((deadlineMs) => deadlineMs < nowMs)
  }

  /**
   * What others see. Pages begun are told only once the store knows of them: whoever closes the job
   * without this worker must find what was told.
   */
  heartbeat(): SliceHeartbeat {
    return {
      begun: this.begun,
      startedFirst: Math.max(this.#toldFirst, this.#linesFirstIn(this.#known)),
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
