/**
 * What came of the pages of a slice so far, in the form the frontier takes: one outcome a page,
 * links as positions in one table.
 */
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { outcomeOf } from './page-record.ts'
import type { AttemptRecord, PageHead, PageOutcome, SlicePage } from '@seine/shared/pages/slice-shapes.ts'
import type { Escalation } from '@seine/shared/pages/page.ts'

/** A page whose fetch had begun and was cut off with its slice: it is fetched again at once, and not charged for it. */
export const interrupted = (seq: number): PageOutcome => ({
  seq,
  kind: 'deferred',
  code: 'interrupted',
  charged: false,
  delayMs: 1,
})

export class SliceOutcomes {
  readonly #outcomes = new Map<number, PageOutcome>()
  readonly #linkIndex = new Map<string, number>()
  #linkCharacters = 0

  /** True when an attempt at the page has come to something, if only to be made again later. */
  has(seq: number): boolean {
    return this.#outcomes.has(seq)
  }

  /** True when the link table has grown so large that no page should add to it. */
  get full(): boolean {
    return this.#linkCharacters >= sliceLimits.linksMaxCharacters
  }

  /** The link table. */
  urls(): string[] {
    return [...this.#linkIndex.keys()]
  }

  /** A page in its final state. */
  settle(record: PageHead): void {
    const outcome = outcomeOf(record, (url) => this.#indexOf(url))
    this.#outcomes.set(record.seq, outcome)
  }

  /** robots.txt keeps a page out. */
  refuse(seq: number, reason: string): void {
    this.#outcomes.set(seq, { seq, kind: 'robots', reason })
  }

  /**
   * A page goes back to the frontier for another attempt.
   * @param retryMs pause before it, which the page is charged for; null when it is its host that has
   *   to rest, and the page is not charged.
   */
  defer(seq: number, code: string, retryMs: number | null): void {
    this.#outcomes.set(seq, { seq, kind: 'deferred', code, charged: retryMs !== null, delayMs: retryMs ?? 1 })
  }

  /** A page goes back to the frontier for a browser. */
  escalate(seq: number, { why }: Escalation, attempts: AttemptRecord[]): void {
    this.#outcomes.set(seq, { seq, kind: 'escalated', why, attempts })
  }

  /**
   * All outcomes in list order.
   * @param hasBegun whether the fetch of the page at a position has begun: one that an earlier
   *   attempt of the slice began and this one did not reach stays attempted.
   */
  inOrder(pages: readonly SlicePage[], hasBegun: (index: number) => boolean): PageOutcome[] {
    return pages.flatMap(({ seq }, index): PageOutcome[] => {
      const outcome = this.#outcomes.get(seq)
      if (outcome !== undefined) return [outcome]
      return hasBegun(index) ? [interrupted(seq)] : []
    })
  }

  #indexOf(url: string): number {
    const known = this.#linkIndex.get(url)
    if (known !== undefined) return known
    this.#linkIndex.set(url, this.#linkIndex.size)
    this.#linkCharacters += url.length
    return this.#linkIndex.size - 1
  }
}
