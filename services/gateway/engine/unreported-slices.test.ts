import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultPayloadConverter } from '@temporalio/client'
import { heartbeatOf } from '@seine/shared/temporal/testing/slice-heartbeat.ts'
import type { WorkflowView } from './job-engine.ts'
import { historyTail, withUnreported } from './unreported-slices.ts'

type Event = Parameters<typeof historyTail>[0] extends AsyncIterable<infer Each> ? Each : never

const counts = { startedFirst: 8, completed: 6, failed: 1 }
const payloads = (value: unknown) => ({ payloads: [defaultPayloadConverter.toPayload(value)] })

/** Returns a history from its events in order. */
const history = (...events: object[]): Event[] =>
  events.map((event, at) => ({ eventId: at + 1, ...event }) as unknown as Event)

const scheduled = (name: string) => ({ activityTaskScheduledEventAttributes: { activityType: { name } } })
const taskCompleted = { workflowTaskCompletedEventAttributes: {} }
const completed = (scheduledEventId: number, result: unknown) => ({
  activityTaskCompletedEventAttributes: { scheduledEventId, result: payloads(result) },
})
const timedOut = (scheduledEventId: number, details: unknown) => ({
  activityTaskTimedOutEventAttributes: {
    scheduledEventId,
    failure: { timeoutFailureInfo: details === null ? {} : { lastHeartbeatDetails: payloads(details) } },
  },
})

async function tailOf(events: Event[]) {
  let read = 0
  const backwards = async function* () {
    for (const event of events.toReversed()) {
      read += 1
      yield event
    }
  }
  return { ...(await historyTail(backwards())), read }
}

describe('historyTail', () => {
  it('has the slices that ended after the last workflow task, by their result or their last heartbeat', async () => {
    const summary = { slice: 4, returned: 0, segments: 1, ...counts }
    const beat = heartbeatOf(counts)
    const events = history({}, taskCompleted, scheduled('scrapeSlice'), scheduled('scrapeSlice'), taskCompleted)
    const all = [...events, ...history(...events, timedOut(3, beat), completed(4, summary), {}).slice(5)]
    const tail = await tailOf(all)
    assert.equal(tail.length, 8)
    assert.deepEqual(tail.slices, [summary, beat])
    assert.equal(tail.read, 6)
  })

  it('leaves out slices that a workflow task has counted, and other activities', async () => {
    const events = history(
      scheduled('scrapeSlice'),
      scheduled('recoverSlice'),
      completed(1, counts),
      taskCompleted,
      completed(2, counts),
      timedOut(1, null),
    )
    assert.deepEqual((await tailOf(events)).slices, [])
    assert.deepEqual((await tailOf(events.slice(0, 4))).slices, [])
  })
})

describe('withUnreported', () => {
  const view = (historyLength: number, pendingMs: number | null): WorkflowView => ({
    runId: 'r',
    state: 'running',
    cancelRequested: false,
    memo: {},
    startedAt: new Date(0),
    closedAt: null,
    taskPendingSince: pendingMs === null ? null : new Date(Date.now() - pendingMs),
    heartbeats: [],
    unreported: [],
    historyLength,
    browserWaitSince: null,
    endsBy: null,
  })
  const describing = (views: WorkflowView[]) => async () => await Promise.resolve(views.shift()!)
  const tail = async () => await Promise.resolve({ length: 8, slices: [counts] })

  it('reads the history only when a workflow task is overdue', async () => {
    const read = { describe: describing([]), tail: () => assert.fail('was read') }
    for (const now of [view(8, null), view(8, 10), { ...view(8, 60_000), state: 'completed' as const }])
      assert.deepEqual((await withUnreported(now, read)).unreported, [])
    assert.equal(await withUnreported(null, { ...read, describe: async () => await Promise.resolve(null) }), null)
  })

  it('is the view alone when Temporal does not answer for the history', async () => {
    const overdue = view(8, 60_000)
    const away = async () => await Promise.reject(new Error('resource exhausted'))
    assert.deepEqual(await withUnreported(overdue, { describe: describing([]), tail: away }), overdue)
    const changed = { describe: away, tail: async () => await Promise.resolve({ length: 9, slices: [] }) }
    assert.deepEqual(await withUnreported(overdue, changed), overdue)
  })

  it('takes view and history of the same moment', async () => {
    const same = await withUnreported(view(8, 60_000), { describe: describing([]), tail })
    assert.deepEqual(same.unreported, [counts])
    const later = await withUnreported(view(7, 60_000), { describe: describing([view(8, 60_000)]), tail })
    assert.deepEqual([later.unreported, later.historyLength], [[counts], 8])
    // A worker has taken the task meanwhile.
    const taken = await withUnreported(view(7, 60_000), { describe: describing([view(9, null)]), tail })
    assert.deepEqual([taken.unreported, taken.historyLength], [[], 9])
  })
})
