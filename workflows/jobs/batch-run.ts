/** `batchRun`: scrapes the URLs that a caller has listed. */
import { makeContinueAsNewFunc } from '@temporalio/workflow'
import type { JobCounters } from '@seine/shared/temporal/shapes.ts'
import { endsWithRelease } from '../activity-calls/ends-with-release.ts'
import { runSlices, type RunInput } from './slice-window.ts'

/**
 * Runs one batch to its end.
 * @throws as `runSlices`.
 */
export async function batchRun(input: RunInput): Promise<JobCounters> {
  return await runSlices(input, {
    pendingAtFirst: input.lines,
    discover: null,
    again: (memo, next) => makeContinueAsNewFunc<typeof batchRun>({ memo })(next),
  })
}

endsWithRelease(batchRun)
