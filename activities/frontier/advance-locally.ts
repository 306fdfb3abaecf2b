/**
 * `advanceFrontier` as a local activity. Temporal records nothing of a local activity that kills its worker: the next
 * worker would run it again, for ever. So a worker that begins such an advance without the frontier in memory, as after
 * the death of another worker (of the first generation: some seconds after the start of its run), leaves a mark in the
 * store; the next one that finds it passes the advance to the queue, where attempts are counted.
 */
import { jobOf, type JobRef } from '@seine/shared/storage/job-ref.ts'
import { localAdvanceKey } from '@seine/shared/storage/object-keys.ts'
import type { AdvanceInput, AdvanceResult } from '@seine/shared/temporal/shapes.ts'
import { advanceFrontier, type AdvanceDeps } from './advance-frontier.ts'

/** An earlier worker has begun the same advance and has not ended it. */
export class AdvanceBegunError extends Error {
  override readonly name = 'AdvanceBegunError'
}

/** The jobs that this process may end: those whose last advance it has made, as the first one that began it. */
export interface EndPermits {
  /** Called before each advance: another process may have advanced the job meanwhile. */
  forget(job: JobRef): void
  /** Called after an advance that no other process has begun before, as far as this one knows. */
  admit(job: JobRef): void
}

/**
 * Advances the frontier by one generation.
 * @throws AdvanceBegunError; errors of `advanceFrontier`. The workflow then uses the queue.
 */
export async function advanceLocally(
  deps: AdvanceDeps,
  call: AdvanceInput,
  permits: EndPermits,
): Promise<AdvanceResult> {
  const job = jobOf(call)
  permits.forget(job)
  const generation = call.generation + 1
  // Of the first generation no worker has the frontier: its first try, at the start of a job, needs no mark.
  const mayRepeat = (generation > 0 || call.mayRepeat === true) && !deps.generations.keeps(job)
  if (mayRepeat) {
    const isUnmarked = await deps.store.putIfAbsent(localAdvanceKey(job, generation), '')
    if (!isUnmarked)
      throw new AdvanceBegunError(`generation ${generation} of ${job.id} has begun before and has not ended`)
  }
  const result = await advanceFrontier(deps, call)
  if (!mayRepeat && result.repeated !== true) permits.admit(job)
  return result
}
