/**
 * The last generation of a job's frontier: what slices left is merged, and no URL is left waiting.
 *
 * It is stored like every other, so that the end of a job is decided once: by another attempt at
 * ending it, by slices that flush late, or by a step of a run that is gone it is not changed any more.
 */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { AdvanceResult, FinaliseInput } from '@seine/shared/temporal/shapes.ts'
import { notesOf, writeGenerationNotes } from '../frontier/generation-notes.ts'
import { HeardAnswers } from '../frontier/settled-pages.ts'
import type { FrontierDelta } from '../frontier/state/entry.ts'
import type { FrontierState } from '../frontier/state/frontier-state.ts'
import type { GenerationStore } from '../frontier/state/generation-store.ts'
import type { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { absorbLeases } from './absorb-leases.ts'
import { closeEntries } from './close-entries.ts'

export interface CloseDeps {
  store: Store
  inputs: JobInputs
  generations: GenerationStore
}

/**
 * Ends the frontier of a job, with a note of every page that counts. Repeating it changes nothing.
 * @returns the frontier at its last generation.
 * @throws StoreUnavailableError, FrontierLostError
 */
export async function closeFrontier(deps: CloseDeps, input: JobInput, call: FinaliseInput): Promise<FrontierState> {
  const { generations } = deps
  for (;;) {
    const last = await generations.lastGeneration(input)
    const before = last < 0 ? null : await generations.delta(input, last)
    const state = await generations.load(input, last, input)
    // Who stored it may have died before its notes were written.
    if (before !== null) await writeGenerationNotes(deps, input, await notesOf(deps, input, state, before))
    const answers = new HeardAnswers()
    await absorbLeases(deps.store, input, state, call.endedAtMs, answers, call.flushUntilMs ?? null)
    await closeEntries(state, call.outcome)
    const ops = state.takeOps()
    // Nothing was left to be ended, or another attempt has ended it.
    if (ops.length === 0) return state
    const generation = last + 1
    const settled = answers.stored(ops, call.endedAtMs)
    const delta: FrontierDelta = { version: 1, generation, ops, settled, result: endOf(state, generation) }
    const notes = await notesOf(deps, input, state, delta)
    const stored = await generations.save(input, state, delta)
    generations.forget(input)
    if (stored !== delta) continue
    await writeGenerationNotes(deps, input, notes)
    return state
  }
}

/** What is answered to a step of a run that is gone. */
const endOf = (state: FrontierState, generation: number): AdvanceResult => ({
  generation,
  slices: [],
  merged: [],
  counters: state.counters(),
  starved: false,
  exhausted: true,
  failure: null,
  wakeAtMs: null,
  warnings: [...state.warnings],
})
