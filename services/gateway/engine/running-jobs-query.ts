/** The visibility query for running jobs, in Temporal's list filter language. */
import { workflowTypes } from '@seine/shared/temporal/names.ts'
import type { RunningFilter } from './job-engine.ts'

/** Returns a string literal; a backslash escapes the next character. */
const literal = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`

/**
 * Returns the query. The run of a job is a separate workflow with the same attributes; the workflow type distinguishes
 * them.
 */
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
