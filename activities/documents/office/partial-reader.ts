/** Documents of many parts, of which some may be unreadable: sheets, slides, chapters. */
import { UnreadableContentError } from '@seine/shared/pages/extraction.ts'

/** Reads part after part until the time is up; a part that cannot be read is passed over. */
export class PartialReader {
  readonly #deadlineMs: number
  #fault: UnreadableContentError | null = null
  #isLate = false

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs
  }

  /** What became of the parts, for `ConvertedDocument.degraded`. */
  get degraded(): string | null {
    if (this.#isLate) return 'time_budget'
    if (this.#fault === null) return null
    return this.#fault.code === 'document_too_large' ? 'size_cap' : 'broken_part'
  }

  /**
   * Reads one part.
   * @param read returns false when it stopped because of the time.
   */
  attempt(read: () => boolean): void {
    if (this.#isLate || performance.now() > this.#deadlineMs) {
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
   * To be called when all parts have been tried.
   * @throws UnreadableContentError the first fault, when there is nothing to show.
   */
  settle(hasContent: boolean): void {
    if (!hasContent && this.#fault !== null) throw this.#fault
  }
}
