/**
 * Names that processes must agree on: task queues, workflow types and ids, search attributes.
 * Safe to import inside the workflow sandbox.
 */

/**
 * Task queues: `control` carries workflows and short activities, `pages` slices that are fetched over
 * HTTP, `browserPages` slices that a browser loads.
 */
export const taskQueues = {
  control: 'seine-control',
  pages: 'seine-pages',
  browserPages: 'seine-browser-pages',
} as const

/** How the pages of a slice are loaded. */
export type Lane = 'http' | 'browser'

/** Workflow types as operators see them in the Web UI. */
export const workflowTypes = {
  jobLifecycle: 'jobLifecycle',
  crawlRun: 'crawlRun',
  batchRun: 'batchRun',
  retentionSweep: 'retentionSweep',
} as const

/** Search attributes, registered as keywords before the first workflow starts. */
export const searchAttributes = {
  JobKind: 'Keyword',
  JobStatus: 'Keyword',
  TargetHost: 'Keyword',
  Tenant: 'Keyword',
} as const

/** Kinds of jobs; the kind is the first part of a job's id. */
export const jobKinds = ['crawl', 'batch'] as const
export type JobKind = (typeof jobKinds)[number]

/** Ids the API hands out: the kind and a UUID, nothing else. */
const jobIdPattern = /^(?<kind>crawl|batch)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A new job id. The UUID comes from the caller so that this file stays sandbox-safe. */
export const jobIdOf = (kind: JobKind, uuid: string): string => `${kind}-${uuid}`

/** True for text that can be the id of a job of this kind; anything else is answered 404 unseen. */
export const isJobId = (kind: JobKind, text: string): boolean => jobIdPattern.exec(text)?.groups?.['kind'] === kind

/** The workflow id of the run that `jobLifecycle` starts for a job. */
export const runIdOf = (jobId: string): string => `${jobId}/run`
