/** Where jobs are finalised: small ones within their workflow task, others through the queue of archives. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { bundleWorkflows } from '@seine/scrape-worker/bundle.ts'
import { archiveLimits, temporalLimits } from '@seine/shared/config/limits.ts'
import { jobIdOf, taskQueues, workflowTypes } from '@seine/shared/temporal/names.ts'
import type { AdvanceInput, AdvanceResult, FinaliseResult, JobWorkflowInput } from '@seine/shared/temporal/shapes.ts'
import { closedWorkflow, startTestStack, type TestStack } from './test-stack.ts'

/** Counts the tries to finalise a job from the history of its lifecycle: local ones, and those through the queue. */
async function endsOf(t: TestStack, jobId: string): Promise<{ local: number; queued: number }> {
  await closedWorkflow(t, jobId)
  const { events } = await t.temporal.workflow.getHandle(jobId).fetchHistory()
  const all = events ?? []
  return {
    local: all.filter(({ markerRecordedEventAttributes: marker }) => marker?.markerName === 'core_local_activity')
      .length,
    queued: all.filter(
      ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === 'finaliseJob',
    ).length,
  }
}

describe('the end of a job', () => {
  let t: TestStack
  let connection: NativeConnection
  let workers: Worker[] = []
  let running: Promise<unknown> = Promise.resolve()
  before(async () => {
    Runtime.install({ logger: new DefaultLogger('ERROR') })
    t = await startTestStack()
  })
  after(async () => {
    for (const worker of workers) worker.shutdown()
    await running
    await connection?.close()
    await t?.close()
  })

  it('is part of a workflow task for a small job, with the same record and archives', async () => {
    const id = await t.api.start({ url: t.site.url, limit: 2 })
    const { status, total, completed, s3PresignedUrls } = await t.api.watch(id)
    assert.deepEqual([status, total, completed], ['completed', 2, 2])
    assert.ok(s3PresignedUrls?.['markdown'] !== undefined)
    assert.deepEqual(await endsOf(t, id), { local: 1, queued: 0 })
  })

  it('goes through the queue of archives for a larger job', async () => {
    const limit = archiveLimits.localPagesMax + 1
    const id = await t.api.start({ url: new URL('/many/?n=100', t.site.url).href, limit })
    assert.equal((await t.api.watch(id)).completed, limit)
    assert.deepEqual(await endsOf(t, id), { local: 0, queued: 1 })
  })

  it('goes through the queue of archives when the local try fails or takes too long', async () => {
    await t.stack.part('scrapeWorker').stop()
    connection = await NativeConnection.connect({ address: t.stack.file.temporal })
    const counters = { total: 1, completed: 1, failed: 0, pending: 0 }
    const advanceFrontier = ({ generation }: AdvanceInput): AdvanceResult => ({
      generation: generation + 1,
      slices: [],
      merged: [],
      counters,
      starved: false,
      exhausted: true,
      failure: null,
      wakeAtMs: null,
      warnings: [],
    })
    const ended = async (): Promise<FinaliseResult> => await Promise.resolve({ total: 1, completed: 1, failed: 0 })
    let locally: () => Promise<FinaliseResult> = ended
    const common = { connection, workflowBundle: await bundleWorkflows() }
    workers = [
      await Worker.create({
        ...common,
        taskQueue: taskQueues.control,
        activities: { advanceFrontier, finaliseJob: async () => await locally() },
      }),
      await Worker.create({ connection, taskQueue: taskQueues.archives, activities: { finaliseJob: ended } }),
    ]
    running = Promise.all(workers.map(async (worker) => await worker.run()))

    const endWith = async (local: () => Promise<FinaliseResult>): Promise<{ local: number; queued: number }> => {
      locally = local
      const jobId = jobIdOf('batch', randomUUID())
      const input: JobWorkflowInput = {
        jobId,
        kind: 'batch',
        tenant: 'default',
        host: 'site.example',
        limit: 1,
        lines: 1,
        scheduleToCloseTimeoutSecs: 600,
        heartbeatTimeoutSecs: 30,
        requestId: 'req-1',
      }
      const taskQueue = taskQueues.control
      await t.temporal.workflow.start(workflowTypes.jobLifecycle, { workflowId: jobId, taskQueue, args: [input] })
      return await endsOf(t, jobId)
    }
    assert.deepEqual(await endWith(ended), { local: 1, queued: 0 })
    const fails = async (): Promise<FinaliseResult> => await Promise.reject(new TypeError('nothing can be read'))
    assert.deepEqual(await endWith(fails), { local: 1, queued: 1 })
    const stuck = async (): Promise<FinaliseResult> =>
      await new Promise((resolve) =>
        setTimeout(() => resolve({ total: 1, completed: 1, failed: 0 }), temporalLimits.localFinaliseMs + 1_000),
      )
    assert.deepEqual(await endWith(stuck), { local: 1, queued: 1 })
  })
})
