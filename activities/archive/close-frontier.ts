/**
 * Writes the last generation of a job's frontier: merges what the slices left behind and gives every URL a final state.
 *
 * It is stored like every other generation, so that the end of a job is decided once: neither another attempt at ending
 * it, nor slices that flush late, nor a step of a terminated run changes it afterwards.
 */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { AdvanceResult, FinaliseInput } from '@seine/shared/temporal/shapes.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { notesOf, writeGenerationNotes } from '../frontier/generation-notes.ts'
import { ReportedAnswers } from '../frontier/settled-pages.ts'
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
 * Ends the frontier of a job and writes a note for every counted page. Idempotent.
 * @returns the frontier at its last generation.
 * @throws StoreUnavailableError, FrontierLostError
 */
export async function closeFrontier(deps: CloseDeps, input: JobInput, call: FinaliseInput): Promise<FrontierState> {
  const { generations } = deps
  for (;;) {
    const last = await generations.lastGeneration(input)
    const isNoted = last < 0 || generations.isNoted(input, last)
    const before = isNoted ? null : await generations.delta(input, last)
    const state = await generations.load(input, last, input)
    // The process that stored this generation may have died before it wrote the notes.
    if (before !== null) await writeGenerationNotes(deps, input, await notesOf(deps, input, state, before))
    const answers = new ReportedAnswers()
    const flushMs = call.flushUntilMs === undefined ? null : temporalLimits.flushGraceMs
    await absorbLeases(deps.store, input, state, call.endedAtMs, answers, flushMs)
    await closeEntries(state, call.outcome)
    const ops = state.takeOps()
    // There was nothing to end, or another attempt has already ended the frontier.
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

/** Returns the result that is stored for a step of a run that no longer exists. */
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
