/** `batchRun`: scrapes the URLs that a caller has listed. */
import { makeContinueAsNewFunc } from '@temporalio/workflow'
import type { JobCounters } from '@seine/shared/temporal/shapes.ts'
import { endsWithRelease } from '../activity-calls/ends-with-release.ts'
import { ownWorkflow } from './run-place.ts'
import { runSlices, type RunInput, type RunPages } from './slice-window.ts'

/**
 * Runs one batch to its end.
 * @throws as `runSlices`.
 */
export async function batchRun(input: RunInput): Promise<JobCounters> {
  return await runSlices(input, {
    ...batchPages(input),
    place: ownWorkflow(input),
    again: (memo, next) => makeContinueAsNewFunc<typeof batchRun>({ memo })(next),
  })
}

/** Returns where the pages of a batch come from. */
export const batchPages = (input: RunInput): RunPages => ({ pendingAtFirst: input.lines, discover: null })

endsWithRelease(batchRun)
