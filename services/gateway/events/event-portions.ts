/** Page notes as the text of their events, built once for all listeners and cached for a while. */
import { LRUCache } from 'lru-cache'
import type { PageNotes } from '@seine/shared/jobs/page-notes.ts'
import { streamLimits } from './stream-limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'
import type { NumberedNote } from '@seine/shared/api/schemas/page-note.ts'
import { eventText } from './event-stream.ts'

/** The `page` events of consecutive notes. */
export interface Portion {
  events: Buffer
  count: number
}

/** Portions of all jobs with listeners; the least recently used are evicted first. */
export class EventPortions {
  readonly #notes: PageNotes
  readonly #kept: LRUCache<string, Portion>

  constructor(notes: PageNotes, bytesMax: number = streamLimits.portionsKeptBytes) {
    this.#notes = notes
    this.#kept = new LRUCache({ maxSize: bytesMax, sizeCalculation: ({ events }) => events.length })
  }

  /** Size of the cached portions, bytes. */
  get bytes(): number {
    return this.#kept.calculatedSize
  }

  /** Returns a cached portion; null when it is not cached. @param after number of the note before it. */
  kept(job: JobRef, after: number): Portion | null {
    return this.#kept.get(keyOf(job, after)) ?? null
  }

  /**
   * Reads the notes after a number; returns an empty portion when there are no more so far.
   * @throws StoreUnavailableError
   */
  async read(job: JobRef, after: number): Promise<Portion> {
    // Portions end at the same numbers wherever a listener began, so that listeners come to share portions.
    const max = streamLimits.notesPerRead - (after % streamLimits.notesPerRead)
    const notes = await withinDeadline('reading notes of pages', this.#notes.read(job, after, max))
    const portion = {
      events: Buffer.from(notes.map(pageEvent).join('')),
      count: notes.length,
    }
    if (portion.count > 0) this.#kept.set(keyOf(job, after), portion)
    return portion
  }
}

/** Returns the event of a note. */
const pageEvent = ({ number, note, page }: NumberedNote): string =>
  eventText('page', { ...note, fetchedAt: page?.fetchedAt ?? null }, number)

const keyOf = ({ tenant, id }: JobRef, after: number): string => `${tenant}/${id}/${after}`
