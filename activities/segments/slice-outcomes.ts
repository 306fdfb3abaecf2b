/**
 * Outcomes of the pages of a slice so far, in the form the frontier reads: one outcome per page, links as positions in
 * one table.
 */
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { outcomeOfRecord } from './page-record.ts'
import type { PageHead, PageOutcome, SlicePage } from '@seine/shared/pages/slice-shapes.ts'
import type { JobAttempt } from '@seine/shared/api/schemas/job-page-schema.ts'
import type { Escalation } from '@seine/shared/pages/page.ts'

/**
 * A page whose fetch had begun and was interrupted with its slice: it is fetched again at once, and no attempt is
 * charged.
 */
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

  /** True when an attempt at the page has an outcome, including a deferral to a later attempt. */
  has(seq: number): boolean {
    return this.#outcomes.has(seq)
  }

  /** True when the link table is so large that no further page should add to it. */
  get full(): boolean {
    return this.#linkCharacters >= sliceLimits.linksMaxCharacters
  }

  /** The link table. */
  urls(): string[] {
    return [...this.#linkIndex.keys()]
  }

  /**
   * Records a page in its final state.
   * @param segment position of its segment in those of the slice; null: its record is not durable yet.
   */
  settle(record: PageHead, segment: number | null = null): void {
    const outcome = outcomeOfRecord(record, (url) => this.#indexOf(url), segment)
    this.#outcomes.set(record.seq, outcome)
  }

  /** Records that the records of settled pages are durable. @param segment position of their segment. */
  stored(records: readonly PageHead[], segment: number): void {
    for (const { seq, index, fetchedAt } of records) {
      const outcome = this.#outcomes.get(seq)
      if (outcome === undefined || !('finalUrl' in outcome)) continue
      this.#outcomes.set(seq, { ...outcome, place: [segment, index], fetchedAt })
    }
  }

  /** Records a page that robots.txt disallows. @param hasBegun whether an earlier attempt began to fetch it. */
  refuse(seq: number, reason: string, hasBegun: boolean): void {
    this.#outcomes.set(seq, { seq, kind: 'robots', reason, ...(hasBegun ? { begun: true } : {}) })
  }

  /**
   * Records a page that goes back to the frontier for another attempt.
   * @param retryMs pause before the retry, which is charged to the page, milliseconds; null when the host needs the
   *   pause and the page is not charged.
   */
  defer(seq: number, code: string, retryMs: number | null): void {
    this.#outcomes.set(seq, { seq, kind: 'deferred', code, charged: retryMs !== null, delayMs: retryMs ?? 1 })
  }

  /** Records a page that goes back to the frontier to be loaded in a browser. */
  escalate(seq: number, { why }: Escalation, attempts: JobAttempt[]): void {
    this.#outcomes.set(seq, { seq, kind: 'escalated', why, attempts })
  }

  /**
   * Returns all outcomes in list order.
   * @param hasBegun whether the fetch of the page at a position has begun. A page that an earlier attempt of the slice
   *   began and this one did not reach is returned as interrupted.
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
