/** Search attributes of a start, and queries for running workflows in Temporal's list filter language. */
import type { KeywordAttribute } from './names.ts'

/** A search attribute of the type `Keyword`. */
export const keyword = (name: KeywordAttribute, value: string) => ({
  key: { name, type: 'KEYWORD' as const },
  value,
})

/** Returns a string literal; a backslash escapes the next character. */
const literal = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`

/** The running workflows of a tenant, or of all. */
export interface RunningWorkflows {
  workflowType: string
  jobKind: string
  /** Null: of all tenants. */
  tenant: string | null
  /** Null: whenever they were started. */
  startedUntil: Date | null
}

/** Returns the query for running workflows. */
export function runningQuery({ workflowType, jobKind, tenant, startedUntil }: RunningWorkflows): string {
  const terms = [
    `WorkflowType = ${literal(workflowType)}`,
    `ExecutionStatus = 'Running'`,
    `JobKind = ${literal(jobKind)}`,
  ]
  if (tenant !== null) terms.push(`Tenant = ${literal(tenant)}`)
  // Stored times are finer than a millisecond.
  if (startedUntil !== null) terms.push(`StartTime < ${literal(new Date(startedUntil.getTime() + 1).toISOString())}`)
  return terms.join(' AND ')
}

/** Returns the query for running workflows of some types, of all tenants. @param startedUntil null: whenever. */
export function oldQuery(workflowTypes: readonly string[], startedUntil: Date | null): string {
  const query = `WorkflowType IN (${workflowTypes.map(literal).join(', ')}) AND ExecutionStatus = 'Running'`
  return startedUntil === null ? query : `${query} AND StartTime < ${literal(startedUntil.toISOString())}`
}

/** Workflows that have ended with a status of their job. */
export interface EndedWorkflows {
  workflowType: string
  jobStatus: string
  since: Date
}

/** Returns the query for workflows that ended at or after a time, of all tenants. */
export const endedQuery = ({ workflowType, jobStatus, since }: EndedWorkflows): string =>
  [
    `WorkflowType = ${literal(workflowType)}`,
    `JobStatus = ${literal(jobStatus)}`,
    `CloseTime >= ${literal(since.toISOString())}`,
  ].join(' AND ')
