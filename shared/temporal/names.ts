/**
 * Names that processes must agree on: task queues, workflow types and ids, search attributes.
 * Safe to import inside the workflow sandbox.
 */

/**
 * Task queues: `control` carries workflows and short activities, `pages` slices that are fetched over HTTP,
 * `browserPages` slices that a browser loads, `archives` the finalising of jobs, `notify` webhooks and mail, `deliveries`
 * copies of archives to delivery targets. Archives, notifications and copies have separate queues, so that they never
 * delay a frontier or each other.
 */
export const taskQueues = {
  control: 'seine-control',
  pages: 'seine-pages',
  browserPages: 'seine-browser-pages',
  archives: 'seine-archives',
  notify: 'seine-notify',
  deliveries: 'seine-deliveries',
} as const

/**
 * Returns the fairness key of a workflow: tasks that wait in a queue are dispatched in turns of these keys. Activities
 * and child workflows inherit it. Tenant names fit into the 64 bytes that the server allows. A server without fairness
 * ignores it.
 */
export const fairnessOf = (tenant: string): { fairnessKey: string } => ({ fairnessKey: tenant })

/**
 * Build of workers without a version, which the history of a workflow names for each workflow task: they know the compact
 * form of histories (`workflows/jobs/compact-history.ts`). Workers of 0.1.0 have another one. Workflow code compares it,
 * so it stays as it is in later releases.
 */
export const compactHistoryBuild = 'seine-compact-history'

/** How the pages of a slice are loaded. */
export type Lane = 'http' | 'browser'

/** Workflow types as operators see them in the Web UI. */
export const workflowTypes = {
  jobLifecycle: 'jobLifecycle',
  crawlRun: 'crawlRun',
  batchRun: 'batchRun',
  retentionSweep: 'retentionSweep',
  webhookDelivery: 'webhookDelivery',
  webhookRedelivery: 'webhookRedelivery',
  emailDelivery: 'emailDelivery',
  targetDelivery: 'targetDelivery',
  finaliseAgain: 'finaliseAgain',
  session: 'session',
  watchRun: 'watchRun',
  watchTick: 'watchTick',
  watchNotices: 'watchNotices',
  watchMail: 'watchMail',
} as const

/**
 * Search attributes by type, registered before the first workflow starts, because the server rejects unknown ones.
 * `PagesTotal` and `PagesFailed` are set when a job has ended.
 */
export const searchAttributes = {
  JobKind: 'Keyword',
  JobStatus: 'Keyword',
  PagesFailed: 'Int',
  PagesTotal: 'Int',
  TargetHost: 'Keyword',
  Tenant: 'Keyword',
} as const

/** The search attributes of type Keyword. */
export type KeywordAttribute = {
  [Name in keyof typeof searchAttributes]: (typeof searchAttributes)[Name] extends 'Keyword' ? Name : never
}[keyof typeof searchAttributes]

/** Kinds of jobs; the kind is the first part of a job's id. */
export const jobKinds = ['crawl', 'batch'] as const
export type JobKind = (typeof jobKinds)[number]

/** Ids that the API returns: the kind and a UUID, nothing else. */
const jobIdPattern = /^(?<kind>crawl|batch)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns a new job id. The UUID comes from the caller so that this file stays sandbox-safe. */
export const jobIdOf = (kind: JobKind, uuid: string): string => `${kind}-${uuid}`

/** Returns true for text that can be the id of a job of this kind; any other id is answered 404 without a lookup. */
export const isJobId = (kind: JobKind, text: string): boolean => jobIdPattern.exec(text)?.groups?.['kind'] === kind

/** Returns the workflow id of the run that `jobLifecycle` starts for a job. */
export const runIdOf = (jobId: string): string => `${jobId}/run`

/** Returns the workflow id of the chain that delivers the webhook events of a job. */
export const webhookDeliveryIdOf = (jobId: string): string => `${jobId}/webhooks`

/** Returns the workflow id of the requested redelivery of one event. */
export const webhookRedeliveryIdOf = (jobId: string, eventId: string): string => `${jobId}/webhooks/${eventId}`

/** Returns the workflow id of the mail about the end of a job. */
export const emailDeliveryIdOf = (jobId: string): string => `${jobId}/email`

/** Returns the workflow id of copying the archives of a job to a delivery target. */
export const targetDeliveryIdOf = (jobId: string, target: string): string => `${jobId}/deliveries/${target}`

/** Returns the workflow id of finalising a job again; only one runs at a time. */
export const finaliseIdOf = (jobId: string): string => `${jobId}/finalise`

/** Returns the workflow id of a session; tenant names contain no `/`. */
export const sessionWorkflowIdOf = ({ tenant, id }: { tenant: string; id: string }): string => `session/${tenant}/${id}`

/** Returns the workflow id of the run of a watch; only one runs at a time. */
export const watchRunIdOf = ({ tenant, id }: { tenant: string; id: string }): string => `watch/${tenant}/${id}/run`

/** Returns the id of the schedule of a watch; the workflows that it starts have this prefix. */
export const watchScheduleIdOf = ({ tenant, id }: { tenant: string; id: string }): string => `watch/${tenant}/${id}`

/** Returns the workflow id of the chain that sends the notices of a watch. */
export const watchNoticesIdOf = ({ tenant, id }: { tenant: string; id: string }): string =>
  `watch/${tenant}/${id}/notices`

/** Returns the workflow id of the mail about a run of a watch. */
export const watchMailIdOf = ({ tenant, id }: { tenant: string; id: string }, runId: string): string =>
  `watch/${tenant}/${id}/mail/${runId}`

/** Signals of a job and of its run. */
export const jobSignals = { pause: 'pause', resume: 'resume' } as const

/** Names of the updates and the query of a session. */
export const sessionMessages = {
  acquire: 'acquire',
  release: 'release',
  relogin: 'relogin',
  replace: 'replace',
  refresh: 'refresh',
  remove: 'remove',
  view: 'view',
} as const
