/** A run whose advance was stored by an attempt that knew fewer slices, as after the death of Temporal. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { runIdOf, taskQueues } from '@seine/shared/temporal/names.ts'
import type { AdvanceInput, AdvanceResult, SliceSummary, SliceTask } from '@seine/shared/temporal/shapes.ts'
import { builtWorkflows } from './built-workflows.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const jobId = 'batch-00000000-0000-4000-8000-000000000001'
const lines = 2

const counters = (completed: number) => ({
  total: lines,
  completed,
  failed: 0,
  pending: 0,
  inFlight: lines - completed,
})

const nothing = {
  slices: [],
  merged: [],
  starved: false,
  exhausted: false,
  failure: null,
  wakeAtMs: null,
  warnings: [],
}

/** Both slices have finished, but the stored generation after that has merged the first one only. */
function advance({ generation, finished }: AdvanceInput): AdvanceResult {
  const answer = { ...nothing, generation: generation + 1, counters: counters(0) }
  if (generation < 0) return { ...answer, slices: [0, 1].map(sliceTask) }
  if (finished.length === lines) return { ...answer, merged: [0], counters: counters(1), repeated: true }
  if (finished[0] === 1) return { ...answer, merged: [1], counters: counters(2), exhausted: true }
  return answer
}

const sliceTask = (slice: number): SliceTask => ({
  jobId,
  tenant: 'default',
  slice,
  host: 'example.com',
  hosts: 1,
  pages: 1,
  lane: 'http',
})

const summaryOf = ({ slice }: SliceTask): SliceSummary => ({
  slice,
  startedFirst: 1,
  completed: 1,
  failed: 0,
  returned: 0,
  segments: 1,
})

let t: TestStack
const calls: AdvanceInput[] = []
let stop = async (): Promise<void> => undefined

before(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') })
  t = await startTestStack()
  await t.stack.part('scrapeWorker').stop()
  const connection = await NativeConnection.connect({ address: t.stack.file.temporal })
  const control = await Worker.create({
    connection,
    workflowBundle: await builtWorkflows(),
    taskQueue: taskQueues.control,
    activities: {
      advanceFrontier: async (call: AdvanceInput) => {
        calls.push(call)
        return advance(call)
      },
    },
  })
  const pages = await Worker.create({
    connection,
    taskQueue: taskQueues.pages,
    activities: { scrapeSlice: async (task: SliceTask) => summaryOf(task) },
  })
  const running = [control.run(), pages.run()]
  stop = async () => {
    control.shutdown()
    pages.shutdown()
    await Promise.all(running)
    await connection.close()
  }
})
after(async () => {
  await stop()
  await t.close()
})

test('a slice that a stored generation does not know is merged by the next one', async () => {
  const result: unknown = await t.temporal.workflow.execute('batchRun', {
    taskQueue: taskQueues.control,
    workflowId: runIdOf(jobId),
    args: [
      {
        jobId,
        kind: 'batch',
        tenant: 'default',
        host: 'example.com',
        limit: lines,
        lines,
        scheduleToCloseTimeoutSecs: 60,
        heartbeatTimeoutSecs: 30,
        requestId: 'a-test',
      },
    ],
  })
  assert.deepEqual(result, counters(2))
  assert.deepEqual(calls.at(-1)?.finished, [1])
})
