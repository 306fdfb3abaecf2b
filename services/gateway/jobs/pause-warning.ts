/** The warning in the status of a paused job. */
import type { WorkflowView } from '../engine/job-engine.ts'

/** Returns the warning that the time budget keeps running. @param run null before the run has begun. */
export function pauseWarning(run: Pick<WorkflowView, 'endsBy'> | null): string {
  const endsBy = run?.endsBy ?? null
  const end =
    endsBy === null ? '' : `: unless it is resumed, it fails at ${endsBy.toISOString()} with the results so far`
  return `the job is paused, and its time budget (scheduleToCloseTimeoutSecs) keeps running${end}`
}
