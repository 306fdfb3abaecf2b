import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventIdOf, type EndedData, type StartedData } from '@seine/shared/api/schemas/webhook-event.ts'
import { webhookDeliveryIdOf, workflowTypes, taskQueues } from '@seine/shared/temporal/names.ts'
import type { WebhookDeliveryInput } from '@seine/shared/temporal/shapes.ts'
import { assertInOrder, assertWhole, hasEnded, nameOf } from '../receiver/job-events.ts'
import { failing, failingFirst, slow } from '../receiver/reactions.ts'
import { startReceiver, type Receiver } from '../receiver/receiver.ts'
import { deliveryEnded, redeliver, wholeDeliveryLog } from './delivery-log.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

describe('the webhook of a job', () => {
  let t: TestStack
  let receiver: Receiver
  before(async () => {
    receiver = await startReceiver()
    t = await startTestStack({
      egressAllow: [`127.0.0.1/32:${receiver.port}`],
      environment: { SEINE_WEBHOOK_SCHEDULE: '0,0,1,1,1,1,1', SEINE_WEBHOOK_TIMEOUT_MS: '30000' },
    })
    receiver.expect([t.stack.file.webhookSecret])
  })
  after(async () => {
    await t?.close()
    await receiver?.close()
  })

  const page = (path: string): string => new URL(path, t.site.url).href
  const hook = (more: Record<string, unknown> = {}) => ({ url: receiver.url, ...more })

  it('reports start, pages and end of a crawl, in order and signed', async () => {
    receiver.react(() => ({ status: 204 }))
    const metadata = { order: 17, nested: ['a', null] }
    const headers = { 'X-Own': 'kept', Authorization: 'Bearer of-the-caller' }
    const id = await t.api.start({ url: t.site.url, limit: 60, webhook: hook({ metadata, headers }) })
    const final = await t.api.watch(id)
    await receiver.until(hasEnded(id))
    const notes = assertWhole(receiver, id, final)
    const ledger = await t.api.ledger(id)
    for (const { index, url, success } of notes) {
      assert.equal(ledger[index]?.url, url)
      assert.equal(ledger[index]?.state === 'failed', !success)
    }
    const calls = receiver.callsOf(id)
    for (const call of calls) {
      assert.deepEqual(call.event.metadata, metadata)
      assert.equal(call.headers['x-own'], 'kept')
      assert.equal(call.headers.authorization, 'Bearer of-the-caller')
      assert.deepEqual([call.nth, call.path], [1, '/hook'])
    }
    const [started, ended] = [calls[0]!.event, calls.at(-1)!.event]
    assert.deepEqual([started.success, (started.data as StartedData).url], [true, t.site.url])
    const { status, completed, failed, total } = ended.data as EndedData
    assert.deepEqual([status, completed, failed, total], ['completed', final.completed, final.failed, final.total])
    assert.doesNotMatch(calls.at(-1)!.body, /X-Amz-/)
  })

  it('reports each input line of a batch', async () => {
    receiver.react(() => ({ status: 200 }))
    const urls = [page('/'), page('/missing-page'), page('/'), page('/about/')]
    const id = await t.api.startBatch({ urls, webhook: hook() })
    const final = await t.api.watch(id)
    await receiver.until(hasEnded(id))
    const notes = assertWhole(receiver, id, final)
    const lines = notes.toSorted((a, b) => a.index - b.index)
    assert.deepEqual(
      lines.map(({ url }) => url),
      urls,
    )
    assert.deepEqual([lines[1]?.success, lines[1]?.status, lines[1]?.errorCode], [false, 404, 'http_status'])
    assert.deepEqual(lines[0]?.success, true)
  })

  it('reports a job that failed, and why', async () => {
    const id = await t.api.start({ url: page('/private/'), webhook: hook() })
    const final = await t.api.watch(id)
    assert.equal(final.status, 'failed')
    await receiver.until(hasEnded(id))
    assertWhole(receiver, id, final, 'failed')
    const { success, error } = receiver.accepted(id).at(-1)!
    assert.deepEqual([success, error], [false, final.error])
  })

  it('sends only the wanted events, numbered from 1', async () => {
    const wanted = async (events: string[], url = t.site.url): Promise<string[]> => {
      const id = await t.api.start({ url, limit: 5, webhook: hook({ events }) })
      await t.api.watch(id)
      await deliveryEnded(t, id)
      return assertInOrder(receiver, id).map(nameOf)
    }
    assert.deepEqual(await wanted(['completed']), ['completed'])
    assert.deepEqual(await wanted(['failed']), [])
    assert.deepEqual(await wanted(['started', 'failed'], page('/private/')), ['started', 'failed'])
    assert.deepEqual(
      await wanted(['page']),
      Array.from({ length: 5 }, () => 'page'),
    )
    assert.equal((await wanted([])).length, 7)
  })

  it('sends nothing about the end of a job that was cancelled', async () => {
    receiver.react(slow(30))
    const id = await t.api.start({ url: page('/many/?n=2000'), webhook: hook() })
    await t.api.watch(id, ({ completed }) => completed >= 30)
    await t.api.cancel(id)
    const final = await t.api.watch(id)
    await deliveryEnded(t, id)
    const names = assertInOrder(receiver, id).map(nameOf)
    assert.deepEqual(new Set(names), new Set(['started', 'page']))
    assert.ok(names.length - 1 <= final.completed + final.failed)
    assert.equal(final.status, 'cancelled')
  })

  it('repeats an event under its own id until it is accepted, and nothing overtakes it', async () => {
    receiver.react(failingFirst(2))
    const id = await t.api.start({ url: t.site.url, limit: 1, webhook: hook() })
    const final = await t.api.watch(id)
    await receiver.until(hasEnded(id))
    assertWhole(receiver, id, final)
    assert.deepEqual(
      receiver.callsOf(id).map(({ event, nth }) => [event.sequence, nth]),
      [1, 2, 3].flatMap((sequence) => [1, 2, 3].map((nth) => [sequence, nth])),
    )
    const log = await wholeDeliveryLog(t, id)
    assert.deepEqual(
      log.map(({ sequence, try: tryNumber, state, http_status }) => [sequence, tryNumber, state, http_status]),
      [1, 2, 3].flatMap((sequence) => [
        [sequence, 1, 'retrying', 500],
        [sequence, 2, 'retrying', 500],
        [sequence, 3, 'delivered', 200],
      ]),
    )
    assert.equal((await wholeDeliveryLog(t, id, 'delivered')).length, 3)
  })

  it('waits as long as the receiver requests', async () => {
    receiver.react(({ nth }) => (nth === 1 ? { status: 429, headers: { 'retry-after': '3' } } : { status: 200 }))
    const id = await t.api.start({ url: t.site.url, limit: 1, webhook: hook({ events: ['completed'] }) })
    await t.api.watch(id)
    await receiver.until(hasEnded(id))
    const [first, second] = receiver.callsOf(id)
    assert.ok(second!.atMs - first!.atMs >= 3_000, `${second!.atMs - first!.atMs} ms`)
  })

  it('follows no redirect', async () => {
    receiver.react(({ nth, path }) =>
      nth <= 2 && path === '/hook' ? { status: 307, headers: { location: '/elsewhere' } } : { status: 200 },
    )
    const id = await t.api.start({ url: t.site.url, limit: 1, webhook: hook({ events: ['completed'] }) })
    await t.api.watch(id)
    await receiver.until(hasEnded(id))
    assert.ok(receiver.calls.every(({ path }) => path === '/hook'))
    assert.deepEqual(
      (await wholeDeliveryLog(t, id)).map(({ state, http_status }) => [state, http_status]),
      [
        ['retrying', 307],
        ['retrying', 307],
        ['delivered', 200],
      ],
    )
  })

  it('stops for good when the receiver says that it is gone', async () => {
    receiver.react(failing(410))
    const id = await t.api.start({ url: t.site.url, limit: 5, webhook: hook() })
    assert.equal((await t.api.watch(id)).status, 'completed')
    await deliveryEnded(t, id)
    assert.equal(receiver.callsOf(id).length, 1)
    const [line] = await wholeDeliveryLog(t, id)
    assert.deepEqual([line?.state, line?.http_status, line?.next_try_at], ['given_up', 410, null])

    // Events after that are not in the log, and can be redelivered nevertheless.
    receiver.react(() => ({ status: 200 }))
    for (const sequence of [2, 7]) assert.equal(await redeliver(t, id, eventIdOf(id, sequence)), 202)
    await receiver.until(() => receiver.accepted(id).length === 2)
    assert.deepEqual(new Set(receiver.accepted(id).map(nameOf)), new Set(['page', 'completed']))
    assert.equal(await redeliver(t, id, eventIdOf(id, 8)), 404)
  })

  const startChain = async (jobId: string, input: Omit<WebhookDeliveryInput, 'jobId' | 'tenant'>) =>
    await t.temporal.workflow.start(workflowTypes.webhookDelivery, {
      workflowId: `${webhookDeliveryIdOf(jobId)}/another`,
      taskQueue: taskQueues.control,
      args: [{ jobId, tenant: 'default', ...input }],
    })

  it('ends when its job must be over without having signalled its end', async () => {
    receiver.react(() => ({ status: 200 }))
    const id = await t.api.start({ url: t.site.url, limit: 2, webhook: hook({ events: ['failed'] }) })
    await t.api.watch(id)
    const plan = { started: true, page: true, completed: true, failed: true }
    const chain = await startChain(id, { plan, jobEndsByMs: Date.now() + 5_000 })
    assert.deepEqual(await chain.result(), { delivered: 1, givenUp: 0, gone: false })
    assert.deepEqual(assertInOrder(receiver, id).map(nameOf), ['started'])
  })

  it('continues in a new run when its history is long, and loses no signal', async () => {
    receiver.react(slow(5))
    const id = await t.api.start({ url: t.site.url, limit: 40, webhook: hook({ events: ['completed'] }) })
    const { completed, failed } = await t.api.watch(id)
    await receiver.until(hasEnded(id))
    receiver.calls.length = 0
    const plan = { started: true, page: true, completed: true, failed: true }
    const chain = await startChain(id, { plan, jobEndsByMs: Date.now() + 3_600_000, historyEventsMax: 30 })
    // The signals arrive while calls are in progress, and while one run continues as new.
    for (let finishedPages = 1; finishedPages <= completed + failed; finishedPages += 1) {
      await t.temporal.workflow.getHandle(chain.workflowId).signal('pagesDue', { finishedPages })
    }
    const end = { finishedPages: completed + failed, outcome: 'completed' }
    await t.temporal.workflow.getHandle(chain.workflowId).signal('jobEnded', end)
    await chain.result()
    assertWhole(receiver, id, { completed, failed })
    const { runId } = await t.temporal.workflow.getHandle(chain.workflowId).describe()
    assert.notEqual(runId, chain.firstExecutionRunId)
  })
})
