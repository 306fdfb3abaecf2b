/** The visibility query for running jobs, in Temporal's list filter language. */
import { workflowTypes } from '@seine/shared/temporal/names.ts'
import type { RunningFilter } from './job-engine.ts'

/** A string literal; a backslash takes the next character as it is. */
const literal = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`

/** The run of a job is a workflow of its own with the same attributes; the type tells them apart. */
export function runningJobsQuery({ kind, tenant, startedUntil }: RunningFilter): string {
  const terms = [
    `WorkflowType = ${literal(workflowTypes.jobLifecycle)}`,
    `ExecutionStatus = 'Running'`,
    `JobKind = ${literal(kind)}`,
    `Tenant = ${literal(tenant)}`,
  ]
  // Stored times are finer than a millisecond.
  if (startedUntil !== null) terms.push(`StartTime < ${literal(new Date(startedUntil.getTime() + 1).toISOString())}`)
  return terms.join(' AND ')
}
