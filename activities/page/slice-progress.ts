/**
 * How far a slice is: which pages have begun, which are durable, what the heartbeat says of it.
 * Counters go by input lines, as those of the job.
 */
import type { SliceHeartbeat, Suspect } from '@seine/shared/temporal/shapes.ts'
import type { PageHead, SlicePage } from './slice-shapes.ts'

/** A set of list positions that travels as base64. */
class Bitmap {
  readonly #bytes: Uint8Array

  constructor(size: number, text = '') {
    this.#bytes = new Uint8Array(Math.ceil(size / 8))
    this.#bytes.set(Buffer.from(text, 'base64').subarray(0, this.#bytes.length))
  }

  has(index: number): boolean {
    return (this.#bytes[index >> 3]! & (1 << (index & 7))) !== 0
  }

  add(index: number): void {
    this.#bytes[index >> 3]! |= 1 << (index & 7)
  }

  toString(): string {
    return Buffer.from(this.#bytes).toString('base64')
  }
}

export class SliceProgress {
  readonly #pages: readonly SlicePage[]
  readonly #begun: Bitmap
  readonly #done: Bitmap
  readonly #inFlight = new Map<number, number>()
  readonly #segments: string[]
  #startedFirst: number
  #completed: number
  #failed: number
  #currentUrl: string | null = null
  #changes = 0
  #suspect: Suspect | null = null

  /** @param previous heartbeat details of the attempt before, if any. */
  constructor(pages: readonly SlicePage[], previous: SliceHeartbeat | null) {
    this.#pages = pages
    this.#begun = new Bitmap(pages.length, previous?.begun)
    this.#done = new Bitmap(pages.length, previous?.done)
    this.#segments = [...(previous?.segments ?? [])]
    this.#startedFirst = previous?.startedFirst ?? 0
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
    const { attempted, linksOnly, lines, url } = this.#pages[index]!
    this.#inFlight.set(index, deadlineMs)
    this.#currentUrl = url
    if (this.#begun.has(index)) return
    this.#begun.add(index)
    if (!attempted && !linksOnly) this.#startedFirst += lines
  }

  /** A page has left the network and the extractor, whatever came of it. */
  end(index: number): void {
    this.#inFlight.delete(index)
    this.#changes += 1
  }

  /** A segment is durable, and with it its pages. */
  durable(key: string, records: readonly PageHead[]): void {
    this.#segments.push(key)
    for (const record of records) {
      this.#done.add(record.index)
      if (record.linksOnly) continue
      const { lines } = this.#pages[record.index]!
      if (record.success) this.#completed += lines
      else this.#failed += lines
    }
    this.#changes += 1
  }

  /** Grows with every page that ends and every segment that becomes durable. */
  get changes(): number {
    return this.#changes
  }

  /** True when some page has overrun even its own deadline. */
  isStuck(nowMs: number): boolean {
    return this.#inFlight.values().some((deadlineMs) => deadlineMs < nowMs)
  }

  heartbeat(): SliceHeartbeat {
    return {
      begun: this.#begun.toString(),
      startedFirst: this.#startedFirst,
      done: this.#done.toString(),
      completed: this.#completed,
      failed: this.#failed,
      segments: this.#segments,
      currentUrl: this.#currentUrl,
      suspect: this.#suspect,
    }
  }
}
