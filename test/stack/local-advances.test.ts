/** Where frontiers are advanced: by the worker that has the run in memory, or through the queue when that fails. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { jobIdOf, runIdOf, taskQueues, workflowTypes } from '@seine/shared/temporal/names.ts'
import type { AdvanceInput, AdvanceResult, JobWorkflowInput } from '@seine/shared/temporal/shapes.ts'
import { builtWorkflows } from './built-workflows.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

/** Counts the advances of a run from its history: local ones, and those through the queue. */
async function advancesOf(t: TestStack, jobId: string): Promise<{ local: number; queued: number }> {
  const { events } = await t.temporal.workflow.getHandle(runIdOf(jobId)).fetchHistory()
  const all = events ?? []
  return {
    local: all.filter(({ markerRecordedEventAttributes: marker }) => marker?.markerName === 'core_local_activity')
      .length,
    queued: all.filter(
      ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === 'advanceFrontier',
    ).length,
  }
}

const resultOf = ({ generation }: AdvanceInput, exhausted: boolean): AdvanceResult => ({
  generation: generation + 1,
  slices: [],
  merged: [],
  counters: { total: 0, completed: 0, failed: 0, pending: 0 },
  starved: false,
  exhausted,
  failure: null,
  wakeAtMs: Date.now() + 10,
  warnings: [],
})

const generations = 5

describe('advances of a frontier', () => {
  let t: TestStack
  let connection: NativeConnection
  let worker: Worker
  let running: Promise<void>
  /** Runs in each local advance before it returns. */
  let locally: () => Promise<void>
  let localCalls = 0
  before(async () => {
    Runtime.install({ logger: new DefaultLogger('ERROR') })
    t = await startTestStack()
  })
  after(async () => {
    worker?.shutdown()
    await running
    await connection?.close()
    await t?.close()
  })

  it('are part of the workflow tasks of a crawl', async () => {
    const id = await t.api.start({ url: t.site.url, limit: 20 })
    assert.equal((await t.api.watch(id)).status, 'completed')
    const { local, queued } = await advancesOf(t, id)
    assert.equal(queued, 0)
    assert.ok(local >= 3, `${local} advances`)
  })

  async function runWith(lines: number): Promise<{ local: number; queued: number }> {
    const jobId = jobIdOf('batch', randomUUID())
    const input: JobWorkflowInput = {
      jobId,
      kind: 'batch',
      tenant: 'default',
      host: 'site.example',
      limit: lines,
      lines,
      scheduleToCloseTimeoutSecs: 600,
      heartbeatTimeoutSecs: 30,
      requestId: 'req-1',
    }
    const run = await t.temporal.workflow.start(workflowTypes.batchRun, {
      workflowId: runIdOf(jobId),
      taskQueue: taskQueues.control,
      args: [input],
    })
    await run.result()
    return await advancesOf(t, jobId)
  }

  it('go through the queue for a while when one has failed, or has taken too long', async () => {
    await t.stack.part('scrapeWorker').stop()
    connection = await NativeConnection.connect({ address: t.stack.file.temporal })
    const control = { advanceFrontier: (call: AdvanceInput) => resultOf(call, call.generation + 1 >= generations) }
    const workflowBundle = await builtWorkflows()
    const intercepted = ({ info }: { info: { isLocal: boolean } }) => ({
      inbound: {
        async execute<Input, Output>(input: Input, next: (input: Input) => Promise<Output>): Promise<Output> {
          if (info.isLocal) {
            localCalls += 1
            await locally()
          }
          return await next(input)
        },
      },
    })
    worker = await Worker.create({
      connection,
      workflowBundle,
      taskQueue: taskQueues.control,
      activities: control,
      interceptors: { activity: [intercepted] },
    })
    running = worker.run()

    locally = async () => await Promise.reject(new TypeError('no frontier can be read'))
    assert.deepEqual(await runWith(3), { local: 1, queued: generations + 1 })
    locally = async () => await sleep(temporalLimits.localAdvanceMs + 1_000)
    assert.deepEqual(await runWith(3), { local: 1, queued: generations + 1 })
    assert.equal(localCalls, 2)
  })

  it('go through the queue when they may have much to take in', async () => {
    locally = async () => await Promise.resolve()
    assert.deepEqual(await runWith(100_000), { local: generations, queued: 1 })
  })
})
