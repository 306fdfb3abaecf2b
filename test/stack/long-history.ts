/** Starts a crawl whose run continues as new after few events or bytes, which no request can ask for. */
import { randomUUID } from 'node:crypto'
import type { CrawlJobInput } from '@seine/shared/tasks/job-input.ts'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import type { Sealing } from '@seine/shared/storage/sealing.ts'
import { jobIdOf, taskQueues, workflowTypes } from '@seine/shared/temporal/names.ts'
import type { JobWorkflowInput, LifecycleMemo } from '@seine/shared/temporal/shapes.ts'
import type { RunInput } from '@seine/workflows/jobs/slice-window.ts'
import { storedJob, type TestStack } from './test-stack.ts'

type HistoryBounds = Pick<RunInput, 'historyEventsMax' | 'historyBytesMax' | 'compactHistory'>

/**
 * Copies the request of a job and starts it again.
 * @param likeId job whose request is copied.
 * @param bounds events or bytes of history after which the run continues as new, and whether the history is compact.
 * @param sealing sealing of the stack; needed for a job with secrets.
 * @returns the id of the new job.
 */
export async function startWithShortHistory(
  t: TestStack,
  likeId: string,
  bounds: HistoryBounds,
  sealing: Sealing | null = null,
): Promise<string> {
  const like = await t.store.getJson<CrawlJobInput>(inputKey(storedJob(likeId)))
  if (like === null) throw new Error(`job ${likeId} has no input`)
  const id = jobIdOf('crawl', randomUUID())
  const resealed =
    sealing === null || like.sealed === undefined ? {} : { sealed: sealing.seal(sealing.open(like.sealed, likeId), id) }
  const input: CrawlJobInput = { ...like, ...resealed, id, createdAt: new Date().toISOString() }
  await t.store.put(inputKey(input), JSON.stringify(input))
  const { tenant, requestId, createdAt, limit, url, scheduleToCloseTimeoutSecs, heartbeatTimeoutSecs } = input
  const args: JobWorkflowInput & HistoryBounds = {
    jobId: id,
    kind: 'crawl',
    tenant,
    host: new URL(url).host,
    limit,
    lines: 1,
    scheduleToCloseTimeoutSecs,
    heartbeatTimeoutSecs,
    requestId,
    ...(input.notifyPlan === undefined ? {} : { notify: input.notifyPlan }),
    ...bounds,
  }
  const memo: LifecycleMemo = { kind: 'crawl', tenant, startUrl: url, limit, lines: 1, requestId, createdAt }
  await t.temporal.workflow.start(workflowTypes.jobLifecycle, {
    workflowId: id,
    taskQueue: taskQueues.control,
    args: [args],
    memo,
  })
  return id
}
