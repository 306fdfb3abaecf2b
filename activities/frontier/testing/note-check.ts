/** Asserts the rule of notes in tests of components that count pages: there are as many notes as counted pages. */
import assert from 'node:assert/strict'
import type { NumberedNote, PageNote } from '@seine/shared/api/schemas/page-note.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { createPageNotes, type PageNotes } from '@seine/shared/jobs/page-notes.ts'

export class NoteCheck {
  readonly #store: Pick<Store, 'get' | 'list'>
  readonly #job: JobRef
  readonly #reader: PageNotes
  readonly #notes: PageNote[] = []

  constructor(store: Pick<Store, 'get' | 'list'>, job: JobRef) {
    this.#store = store
    this.#job = job
    this.#reader = createPageNotes(store)
  }

  /** Reads the new notes, and compares their number with the counters. */
  async agrees({ completed, failed }: { completed: number; failed: number }): Promise<void> {
    for (;;) {
      const more = await this.#reader.read(this.#job, this.#notes.length, 100)
      if (more.length === 0) break
      for (const { number, note } of more) assert.equal(this.#notes.push(note), number)
    }
    const succeeded = this.#notes.filter(({ success }) => success).length
    assert.deepEqual(
      { completed: succeeded, failed: this.#notes.length - succeeded },
      { completed, failed },
      'notes of pages and counters differ',
    )
  }

  /** Reads all notes with a new reader, and asserts that they equal those read one after another. */
  async whole(): Promise<PageNote[]> {
    const whole = (await createPageNotes(this.#store).read(this.#job, 0, Infinity)).map(
      ({ note }: NumberedNote) => note,
    )
    assert.deepEqual(whole, this.#notes)
    const places = whole.map(({ index }) => index)
    assert.equal(new Set(places).size, places.length, 'a page has two notes')
    return whole
  }
}
