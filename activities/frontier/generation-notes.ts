/**
 * Notes of the pages that a generation of a frontier settles.
 *
 * They are derived from the stored generation, which is the same for all processes that compute it, and are written
 * after it. Repeated or concurrent writes therefore produce the same notes. The next generation, or the end of the job,
 * starts only after they are written.
 */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { FrontierDelta } from './state/entry.ts'
import type { FrontierState } from './state/frontier-state.ts'
import type { GenerationStore } from './state/generation-store.ts'
import type { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { writeNotes, type NotedPage } from '@seine/shared/jobs/page-notes.ts'
import { settledNotes } from './settled-notes.ts'
import { settledIn } from './settled-pages.ts'

export interface GenerationNotes {
  /** Number of the first note: a page has a note exactly when it counts as completed or failed. */
  firstNumber: number
  notes: NotedPage[]
  /** When the pages were counted, epoch milliseconds. */
  atMs: number
}

export interface NoteDeps {
  store: Pick<Store, 'put'>
  inputs: Pick<JobInputs, 'batchList'>
  generations: Pick<GenerationStore, 'load' | 'giveBack'>
}

/**
 * Builds the notes of a generation.
 * @param state at this generation; read only before the first await, unless the job is a batch.
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
 * @throws StoreUnavailableError when the object store does not answer.
 */
export async function writeGenerationNotes(
  { store }: Pick<NoteDeps, 'store'>,
  input: JobInput,
  { firstNumber, notes, atMs }: GenerationNotes,
): Promise<void> {
  await writeNotes(store, input, firstNumber, notes, atMs)
}

/**
 * Writes the notes of a generation found in the store: the process that stored it may have stopped before it wrote
 * them.
 * @throws StoreUnavailableError, FrontierLostError
 */
export async function noteStored(deps: NoteDeps, input: JobInput, stored: FrontierDelta): Promise<void> {
  const state = await deps.generations.load(input, stored.generation, input)
  const notes = await notesOf(deps, input, state, stored)
  deps.generations.giveBack(input, state)
  await writeGenerationNotes(deps, input, notes)
}
