/** What the workflow of a job is started with. */
import type { JobInput } from '../tasks/job-input.ts'
import type { JobWorkflowInput, LifecycleMemo } from '../temporal/shapes.ts'

const linesOf = (input: JobInput): number => (input.kind === 'batch' ? input.lines : (input.retry?.pages ?? 1))

/** Returns the input of the workflow of a job. */
export const workflowInput = (input: JobInput): JobWorkflowInput => ({
  jobId: input.id,
  kind: input.kind,
  tenant: input.tenant,
  host: new URL(input.url).host,
  limit: input.limit,
  lines: linesOf(input),
  scheduleToCloseTimeoutSecs: input.scheduleToCloseTimeoutSecs,
  heartbeatTimeoutSecs: input.heartbeatTimeoutSecs,
  requestId: input.requestId,
  compactHistory: true,
  ...(input.notifyPlan === undefined ? {} : { notify: input.notifyPlan }),
  ...(input.retry === undefined ? {} : { retryOf: input.retry.of }),
  ...(input.deliverTo === undefined ? {} : { deliverTo: input.deliverTo }),
})

/** Returns the memo of the workflow of a job. */
export const lifecycleMemo = (input: JobInput): LifecycleMemo => ({
  kind: input.kind,
  tenant: input.tenant,
  startUrl: input.url,
  limit: input.limit,
  lines: linesOf(input),
  requestId: input.requestId,
  createdAt: input.createdAt,
  ...(input.requestHash === undefined ? {} : { requestHash: input.requestHash }),
  ...(input.sealedRequestHash === undefined ? {} : { sealedRequestHash: input.sealedRequestHash }),
  ...(input.retry === undefined ? {} : { retryOf: input.retry.of }),
  ...(input.deliverTo === undefined ? {} : { deliverTo: input.deliverTo }),
})
