/**
 * Notes of the pages that a generation of a frontier settles.
 *
 * They are made from the generation as it is stored, which is decided once whoever else is at it, and
 * written after it: whoever writes them, and however often, writes the same. The next generation, or
 * the end of the job, comes only after them.
 */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { PageNote } from '@seine/shared/api/schemas/page-note.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { FrontierDelta } from './state/entry.ts'
import type { FrontierState } from './state/frontier-state.ts'
import type { GenerationStore } from './state/generation-store.ts'
import type { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { writeNotes } from '@seine/shared/jobs/page-notes.ts'
import { settledNotes } from './settled-notes.ts'
import { settledIn } from './settled-pages.ts'

export interface GenerationNotes {
  /** Number of the first of them: a page has a note exactly when it counts as completed or failed. */
  firstNumber: number
  notes: PageNote[]
  /** When the pages were counted, epoch milliseconds. */
  atMs: number
}

export interface NoteDeps {
  store: Pick<Store, 'put'>
  inputs: Pick<JobInputs, 'batchList'>
  generations: Pick<GenerationStore, 'load' | 'giveBack'>
}

/**
 * The notes of a generation.
 * @param state at this generation; looked at before the first wait alone, unless the job is a batch.
 */
export async function notesOf(
  { inputs }: Pick<NoteDeps, 'inputs'>,
  input: JobInput,
  state: FrontierState,
  delta: Pick<FrontierDelta, 'ops' | 'settled'>,
): Promise<GenerationNotes> {
  const settled = settledIn(delta)
  const list = input.kind === 'batch' && settled.seqs.length > 0 ? await inputs.batchList(input) : null
  const notes = settledNotes(state, settled, list)
  const { completed, failed } = state.counters()
  return { firstNumber: completed + failed + 1 - notes.length, notes, atMs: settled.atMs }
}

/**
 * Writes the notes of a stored generation.
 * @throws StoreUnavailableError
 */
export async function writeGenerationNotes(
  { store }: Pick<NoteDeps, 'store'>,
  input: JobInput,
  { firstNumber, notes, atMs }: GenerationNotes,
): Promise<void> {
  await writeNotes(store, input, firstNumber, notes, atMs)
}

/**
 * Writes the notes of a generation that was found in the store: who stored it may not have come to it.
 * @throws StoreUnavailableError, FrontierLostError
 */
export async function noteStored(deps: NoteDeps, input: JobInput, stored: FrontierDelta): Promise<void> {
  const state = await deps.generations.load(input, stored.generation, input)
  const notes = await notesOf(deps, input, state, stored)
  deps.generations.giveBack(input, state)
  await writeGenerationNotes(deps, input, notes)
}
