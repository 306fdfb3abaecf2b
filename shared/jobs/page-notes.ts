/**
 * Notes of pages in the object store: written when a generation of the frontier finishes pages, read to send
 * notifications about them.
 *
 * The notes of a job are numbered from 1 without gaps. An object is named after its first note, so that the number
 * after the last note of an object gives the name of the next one.
 */
import { LRUCache } from 'lru-cache'
import type { NumberedNote, PageNote, StoredPage } from '../api/schemas/page-note.ts'
import { noteLimits } from '../config/notify-limits.ts'
import { DamagedObjectError, jsonLinesIn } from '../storage/damaged-object.ts'
import type { JobRef } from '../storage/job-ref.ts'
import { noteKey, notesPrefix, numberOfNoteKey } from '../storage/object-keys.ts'
import type { Store } from '../storage/object-store.ts'

/** A note as it is written. */
export interface NotedPage {
  note: PageNote
  page: StoredPage
}

export interface PageNotes {
  /**
   * Returns the existing notes in the order of their numbers.
   * @param after number of the last known note; 0: from the first note on.
   * @param max largest number of notes.
   * @throws StoreUnavailableError when the store is unavailable; DamagedObjectError when the object with the first of
   *   these notes is damaged. Notes before a damaged object are returned.
   */
  read(job: JobRef, after: number, max: number): Promise<NumberedNote[]>
}

/**
 * Writes notes, a bounded number per object. Writing the same notes again changes nothing.
 * @param firstNumber number of the first note.
 * @param atMs when their pages were counted, epoch milliseconds.
 * @throws StoreUnavailableError when the store is unavailable.
 */
export async function writeNotes(
  store: Pick<Store, 'put'>,
  job: JobRef,
  firstNumber: number,
  notes: readonly NotedPage[],
  atMs: number,
): Promise<void> {
  for (let from = 0; from < notes.length; from += noteLimits.notesPerObject) {
    const lines = notes.slice(from, from + noteLimits.notesPerObject).map((noted) => JSON.stringify({ atMs, ...noted }))
    await store.put(noteKey(job, firstNumber + from), lines.join('\n'))
  }
}

/** Creates a reader of notes that keeps a few objects in memory. */
export function createPageNotes(store: Pick<Store, 'get' | 'list'>): PageNotes {
  const kept = new NoteObjects(store)
  return {
    async read(job, after, max) {
      const notes: NumberedNote[] = []
      let first = max > 0 ? await kept.holding(job, after + 1) : null
      while (first !== null) {
        const object = await kept.get(noteKey(job, first)).catch((error: unknown) => {
          if (error instanceof DamagedObjectError && notes.length > 0) return null
          throw error
        })
        if (object === null) break
        const known = after + notes.length
        for (const noted of object.slice(known + 1 - first, known + 1 - first + max - notes.length)) {
          notes.push({ number: after + notes.length + 1, ...noted })
        }
        first = notes.length < max ? first + object.length : null
      }
      return notes
    },
  }
}

/** A note as it is stored in a line of an object. */
type TimedNote = Omit<NumberedNote, 'number'>

interface NoteObject {
  notes: TimedNote[]
  bytes: number
}

class NoteObjects {
  readonly #store: Pick<Store, 'get' | 'list'>
  readonly #objects = new LRUCache<string, NoteObject>({
    max: noteLimits.objectsKept,
    maxSize: noteLimits.objectsKeptBytes,
    sizeCalculation: ({ bytes }) => bytes,
  })
  readonly #reads = new Map<string, Promise<NoteObject | null>>()

  constructor(store: Pick<Store, 'get' | 'list'>) {
    this.#store = store
  }

  /** Returns the notes of an object; null when it does not exist. */
  async get(key: string): Promise<TimedNote[] | null> {
    const object = this.#objects.get(key) ?? (await (this.#reads.get(key) ?? this.#read(key)))
    return object?.notes ?? null
  }

  /** Reads an object, once for all calls that wait for it. A missing object is not kept. */
  #read(key: string): Promise<NoteObject | null> {
    const reading = this.#fetch(key).finally(() => this.#reads.delete(key))
    this.#reads.set(key, reading)
    return reading
  }

  async #fetch(key: string): Promise<NoteObject | null> {
    const bytes = await this.#store.get(key)
    if (bytes === null) return null
    const object = { notes: jsonLinesIn<TimedNote>(key, bytes), bytes: bytes.byteLength }
    this.#objects.set(key, object)
    return object
  }

  /** Returns the first number in the object that contains a note; null when there is no such note. */
  async holding(job: JobRef, number: number): Promise<number | null> {
    // Sequential reads arrive at the first note of an object.
    if ((await this.get(noteKey(job, number))) !== null) return number
    // Otherwise, an earlier object contains the note.
    const earliest = number - noteLimits.notesPerObject
    const range = earliest < 1 ? {} : { after: noteKey(job, earliest) }
    const keys = await this.#store.list(notesPrefix(job), { ...range, max: noteLimits.notesPerObject })
    const before = keys.map(numberOfNoteKey).findLast((first) => first < number)
    if (before === undefined) return null
    const key = noteKey(job, before)
    const known = this.#objects.get(key)
    if (known !== undefined && before + known.notes.length > number) return before
    // An activity that is repeated writes its notes again, and the object may have more notes then.
    this.#objects.delete(key)
    const notes = await this.get(key)
    return notes !== null && before + notes.length > number ? before : null
  }
}
