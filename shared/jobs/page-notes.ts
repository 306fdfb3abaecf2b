/**
 * Notes of pages in the object store: written when a generation of the frontier brings pages to their
 * end, read by whoever tells somebody of them.
 *
 * The notes of a job are numbered from 1 without a gap. An object is named after its first note, so
 * that whoever knows the last note of one knows the name of the next.
 */
import type { NumberedNote, PageNote } from '../api/schemas/page-note.ts'
import { noteLimits } from '../config/notify-limits.ts'
import type { JobRef } from '../storage/job-ref.ts'
import { noteKey, notesPrefix, numberOfNoteKey } from '../storage/object-keys.ts'
import type { Store } from '../storage/object-store.ts'

export interface PageNotes {
  /**
   * Notes in order of their numbers, as many as there are by now.
   * @param after number of the last note known; 0 = from the first on.
   * @param max most notes.
   * @throws StoreUnavailableError
   */
  read(job: JobRef, after: number, max: number): Promise<NumberedNote[]>
}

/**
 * Writes notes, a bounded number an object. Writing the same again changes nothing.
 * @param firstNumber of the first of them.
 * @param atMs when their pages were counted, epoch milliseconds.
 * @throws StoreUnavailableError
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

/** Reads notes; keeps a few objects in memory. */
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

/** A line of an object. */
type TimedNote = Omit<NumberedNote, 'number'>

/** What an object was found to hold: null and 0 bytes when there is none. */
interface Found {
  notes: TimedNote[] | null
  bytes: number
}

/** An object that is read or has been. */
interface NoteObject {
  reading: Promise<Found>
  /** 0 while it is read. */
  bytes: number
}

class NoteObjects {
  readonly #store: Pick<Store, 'get' | 'list'>
  /** Those not asked for the longest come first. */
  readonly #objects = new Map<string, NoteObject>()
  #bytes = 0

  constructor(store: Pick<Store, 'get' | 'list'>) {
    this.#store = store
  }

  /** The notes of an object; null when there is none. */
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

  /** Takes in the size of what was read; of nothing nothing is kept. */
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

  /** The number that the object with a note begins with; null when there is no such note. */
  async holding(job: JobRef, number: number): Promise<number | null> {
    // Whoever reads on has come to the end of an object.
    if ((await this.get(noteKey(job, number))) !== null) return number
    // An object before it that has the note.
    const earliest = number - noteLimits.notesPerObject
    const range = earliest < 1 ? {} : { after: noteKey(job, earliest) }
    const keys = await this.#store.list(notesPrefix(job), { ...range, max: noteLimits.notesPerObject })
    const before = keys.map(numberOfNoteKey).findLast((first) => first < number)
    if (before === undefined) return null
    const key = noteKey(job, before)
    const notes = await this.get(key)
    if (notes !== null && before + notes.length > number) return before
    // An activity that is repeated writes its notes again: they may have become more.
    this.#drop(key)
    return null
  }
}

function notesIn(bytes: Uint8Array): TimedNote[] {
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8').split('\n')
  return lines.map((line) => JSON.parse(line) as TimedNote)
}
