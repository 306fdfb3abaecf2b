/**
 * Notes of pages in the object store: written when a generation of the frontier finishes pages, read to send
 * notifications about them.
 *
 * The notes of a job are numbered from 1 without gaps. An object is named after its first note, so that the number
 * after the last note of an object gives the name of the next one.
 */
import type { NumberedNote, PageNote } from '../api/schemas/page-note.ts'
import { noteLimits } from '../config/notify-limits.ts'
import type { JobRef } from '../storage/job-ref.ts'
import { noteKey, notesPrefix, numberOfNoteKey } from '../storage/object-keys.ts'
import type { Store } from '../storage/object-store.ts'

export interface PageNotes {
  /**
   * Returns the existing notes in the order of their numbers.
   * @param after number of the last known note; 0: from the first note on.
   * @param max largest number of notes.
   * @throws StoreUnavailableError when the store is unavailable.
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
  notes: readonly PageNote[],
  atMs: number,
): Promise<void> {
  for (let from = 0; from < notes.length; from += noteLimits.notesPerObject) {
    const lines = notes.slice(from, from + noteLimits.notesPerObject).map((note) => JSON.stringify({ atMs, note }))
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
        const object = await kept.get(noteKey(job, first))
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

/** The content of an object: null and 0 bytes when it does not exist. */
interface Found {
  notes: TimedNote[] | null
  bytes: number
}

/** An object that is being read or has been read. */
interface NoteObject {
  reading: Promise<Found>
  /** 0 while it is being read. */
  bytes: number
}

class NoteObjects {
  readonly #store: Pick<Store, 'get' | 'list'>
  /** Least recently used objects first. */
  readonly #objects = new Map<string, NoteObject>()
  #bytes = 0

  constructor(store: Pick<Store, 'get' | 'list'>) {
    this.#store = store
  }

  /** Returns the notes of an object; null when it does not exist. */
  async get(key: string): Promise<TimedNote[] | null> {
    const known = this.#objects.get(key)
    if (known === undefined) return await this.#read(key)
    this.#objects.delete(key)
    this.#objects.set(key, known)
    return (await known.reading).notes
  }

  async #read(key: string): Promise<TimedNote[] | null> {
    const object: NoteObject = { reading: this.#fetch(key), bytes: 0 }
    this.#objects.set(key, object)
    this.#trim()
    const { notes, bytes } = await object.reading.catch((error: unknown) => {
      this.#weigh(key, object, 0)
      throw error
    })
    this.#weigh(key, object, bytes)
    return notes
  }

  async #fetch(key: string): Promise<Found> {
    const bytes = await this.#store.get(key)
    return bytes === null ? { notes: null, bytes: 0 } : { notes: notesIn(bytes), bytes: bytes.byteLength }
  }

  /** Records the size of an object that was read. A missing object is not kept. */
  #weigh(key: string, object: NoteObject, bytes: number): void {
    if (this.#objects.get(key) !== object) return
    if (bytes === 0) {
      this.#drop(key)
      return
    }
    object.bytes = bytes
    this.#bytes += bytes
    this.#trim()
  }

  #trim(): void {
    for (const oldest of this.#objects.keys()) {
      if (this.#objects.size <= noteLimits.objectsKept && this.#bytes <= noteLimits.objectsKeptBytes) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#objects.get(key)?.bytes ?? 0
    this.#objects.delete(key)
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
    const notes = await this.get(key)
    if (notes !== null && before + notes.length > number) return before
    // An activity that is repeated writes its notes again, and the object may have more notes then.
    this.#drop(key)
    return null
  }
}

function notesIn(bytes: Uint8Array): TimedNote[] {
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8').split('\n')
  return lines.map((line) => JSON.parse(line) as TimedNote)
}
