/**
 * Names that processes must agree on: task queues, workflow types and ids, search attributes.
 * Safe to import inside the workflow sandbox.
 */

/** Task queues: `control` carries workflows and short activities, `pages` carries HTTP slices. */
export const taskQueues = { control: 'seine-control', pages: 'seine-pages' } as const

/** Workflow types as operators see them in the Web UI. */
export const workflowTypes = { jobLifecycle: 'jobLifecycle', crawlRun: 'crawlRun' } as const

/** Search attributes, registered as keywords before the first workflow starts. */
export const searchAttributes = {
  JobKind: 'Keyword',
  JobStatus: 'Keyword',
  TargetHost: 'Keyword',
  Tenant: 'Keyword',
} as const

export type JobKind = 'crawl'

/** Ids the API hands out: the kind and a UUID, nothing else. */
const jobIdPattern = /^crawl-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A new job id. The UUID comes from the caller so that this file stays sandbox-safe. */
export const jobIdOf = (kind: JobKind, uuid: string): string => `${kind}-${uuid}`

/** True for text that can be the id of a crawl job; anything else is answered 404 unseen. */
export const isCrawlJobId = (text: string): boolean => jobIdPattern.test(text)

/** The workflow id of the run that `jobLifecycle` starts for a job. */
export const runIdOf = (jobId: string): string => `${jobId}/run`
