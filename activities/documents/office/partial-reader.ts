/** Reads documents of many parts (sheets, slides, chapters), some of which may be unreadable. */
import { UnreadableContentError } from '@seine/shared/pages/extraction.ts'
import { readingTimeMs } from '../../threads/reading-time.ts'

/** Reads one part after another until the deadline; an unreadable part is skipped. */
export class PartialReader {
  readonly #deadlineMs: number
  #fault: UnreadableContentError | null = null
  #isLate = false

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs
  }

  /** Why the result is incomplete, for `ConvertedDocument.degraded`; null when it is complete. */
  get degraded(): string | null {
    if (this.#isLate) return 'time_budget'
    if (this.#fault === null) return null
    return this.#fault.code === 'document_too_large' ? 'size_cap' : 'broken_part'
  }

  /**
   * Reads one part.
   * @param read returns false when it stopped at the deadline.
   */
  attempt(read: () => boolean): void {
    if (this.#isLate || readingTimeMs() > this.#deadlineMs) {
      this.#isLate = true
      return
    }
    try {
      if (!read()) this.#isLate = true
    } catch (error) {
      if (!(error instanceof UnreadableContentError) || error.code === 'encrypted_document') throw error
      this.#fault ??= error
    }
  }

  /**
   * Must be called after all parts have been tried.
   * @throws UnreadableContentError the first error, when there is no content.
   */
  settle(hasContent: boolean): void {
    if (!hasContent && this.#fault !== null) throw this.#fault
  }
}
