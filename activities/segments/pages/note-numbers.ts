/** Finds the note of a page by the index of the page. */
import { LRUCache } from 'lru-cache'
import { noteLimits } from '@seine/shared/config/notify-limits.ts'
import type { PageNotes } from '@seine/shared/jobs/page-notes.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { jobPrefix } from '@seine/shared/storage/object-keys.ts'

/** The notes of a job read so far. */
interface KnownNotes {
  count: number
  /** Number of the note by the index of its page. */
  numbers: Map<number, number>
}

/** Remembers the numbers of notes of a few jobs; notes never change, so each is read once. */
export class NoteNumbers {
  readonly #notes: PageNotes
  readonly #known = new LRUCache<string, KnownNotes>({ max: noteLimits.numberedJobsKept })

  constructor(notes: PageNotes) {
    this.#notes = notes
  }

  /** Returns the number of the note of a page; null when the page has none so far. @throws StoreUnavailableError */
  async of(job: JobRef, index: number): Promise<number | null> {
    const key = jobPrefix(job)
    const known = this.#known.get(key) ?? { count: 0, numbers: new Map<number, number>() }
    this.#known.set(key, known)
    for (;;) {
      const number = known.numbers.get(index)
      if (number !== undefined) return number
      const notes = await this.#notes.read(job, known.count, noteLimits.notesPerObject)
      for (const { number: each, note } of notes) known.numbers.set(note.index, each)
      known.count = Math.max(known.count, notes.at(-1)?.number ?? 0)
      if (notes.length === 0) return null
    }
  }
}
