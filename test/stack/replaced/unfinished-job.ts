import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { ApplicationFailure } from '@temporalio/common'
import { NativeConnection, Worker } from '@temporalio/worker'
import {
  emailDeliveryIdOf,
  jobIdOf,
  taskQueues,
  webhookDeliveryIdOf,
  workflowTypes,
} from '@seine/shared/temporal/names.ts'
import type { AdvanceResult, DeliverInput, DeliverResult, JobWorkflowInput } from '@seine/shared/temporal/shapes.ts'
import { builtWorkflows } from '../built-workflows.ts'
import type { TestStack } from '../test-stack.ts'

const nothingLeft: AdvanceResult = {
  generation: 0,
  slices: [],
  merged: [],
  counters: { total: 3, completed: 3, failed: 0, pending: 0 },
  starved: false,
  exhausted: true,
  failure: null,
  wakeAtMs: null,
  warnings: [],
}

const deliverAll = ({ state }: DeliverInput): DeliverResult => ({
  state: { ...state, next: state.due + 1, calls: state.calls + 1 },
  delivered: state.due + 1 - state.next,
  givenUp: 0,
  waitMs: 0,
})

/** Needs a stack without its scrape worker. */
export function testUnfinishedJob(shared: () => TestStack): void {
  // An activity that the workers of the test do not implement fails permanently.
  describe('a job whose end cannot be written', () => {
    let t: TestStack
    let connection: NativeConnection
    let workers: Worker[] = []
    let running: Promise<unknown>
    before(async () => {
      t = shared()
      await t.stack.part('scrapeWorker').stop()
      connection = await NativeConnection.connect({ address: t.stack.file.temporal })
      const fault = (): never => {
        throw ApplicationFailure.nonRetryable('the store is full')
      }
      const control = { advanceFrontier: () => nothingLeft }
      const workflowBundle = await builtWorkflows()
      workers = [
        await Worker.create({ connection, workflowBundle, taskQueue: taskQueues.control, activities: control }),
        await Worker.create({ connection, taskQueue: taskQueues.archives, activities: { finaliseJob: fault } }),
        await Worker.create({ connection, taskQueue: taskQueues.notify, activities: { deliverWebhooks: deliverAll } }),
      ]
      running = Promise.all(workers.map(async (worker) => await worker.run()))
    })
    after(async () => {
      for (const worker of workers) worker.shutdown()
      await running
      await connection?.close()
    })

    it('notifies its receiver that it failed, by webhook and by mail', { timeout: 600_000 }, async () => {
      const jobId = jobIdOf('batch', randomUUID())
      const webhook = { started: true, page: false, completed: true, failed: true }
      const input: JobWorkflowInput = {
        jobId,
        kind: 'batch',
        tenant: 'default',
        host: 'site.example',
        limit: 3,
        lines: 3,
        scheduleToCloseTimeoutSecs: 600,
        heartbeatTimeoutSecs: 30,
        requestId: 'req-1',
        notify: { webhook, email: true },
      }
      const { workflow } = t.temporal
      const job = await workflow.start(workflowTypes.jobLifecycle, {
        workflowId: jobId,
        taskQueue: taskQueues.control,
        args: [input],
      })
      await assert.rejects(job.result())
      const told = await workflow.getHandle(webhookDeliveryIdOf(jobId)).result()
      assert.deepEqual(told, { delivered: 2, givenUp: 0, gone: false })
      assert.equal((await workflow.getHandle(emailDeliveryIdOf(jobId)).describe()).type, workflowTypes.emailDelivery)
    })
  })
}
