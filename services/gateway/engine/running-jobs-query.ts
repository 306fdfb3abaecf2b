/** The visibility query for running jobs. */
import { workflowTypes } from '@seine/shared/temporal/names.ts'
import { runningQuery } from '@seine/shared/temporal/visibility-query.ts'
import type { RunningFilter } from './job-engine.ts'

/**
 * Returns the query. The run of a job is a separate workflow with the same attributes; the workflow type distinguishes
 * them.
 */
export const runningJobsQuery = ({ kind, tenant, startedUntil }: RunningFilter): string =>
  runningQuery({ workflowType: workflowTypes.jobLifecycle, jobKind: kind, tenant, startedUntil })
