import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultPayloadConverter, type WorkflowExecutionDescription } from '@temporalio/client'
import { workflowView } from './workflow-view.ts'

const timestamp = (ms: number) => ({
  seconds: { toNumber: () => Math.floor(ms / 1_000) },
  nanos: (ms % 1_000) * 1_000_000,
})

/** Returns a workflow description as the client returns it, reduced to the fields that are read. */
function description(raw: object, change: object = {}): WorkflowExecutionDescription {
  const plain = { status: { name: 'RUNNING' }, startTime: new Date(5), memo: { a: 1 }, raw, ...change }
  return plain as unknown as WorkflowExecutionDescription
}

const pending = (details: unknown, name = 'scrapeSlice', atMs = 1_500) => ({
  activityType: { name },
  heartbeatDetails: details === undefined ? null : { payloads: [defaultPayloadConverter.toPayload(details)] },
  lastHeartbeatTime: timestamp(atMs),
})

const stateOf = (name: string): string => workflowView(description({}, { status: { name } })).state

test('states are those of a job, and what is not closed is running', () => {
  const names = ['COMPLETED', 'FAILED', 'CANCELLED', 'TERMINATED', 'TIMED_OUT', 'RUNNING', 'PAUSED', 'CONTINUED_AS_NEW']
  assert.deepEqual(names.map(stateOf), [
    'completed',
    'failed',
    'cancelled',
    'terminated',
    'timed_out',
    'running',
    'running',
    'running',
  ])
})

test('memo, times, cancel request and pending task are taken over', () => {
  const view = workflowView(
    description(
      {
        workflowExecutionInfo: { firstRunId: 'first' },
        workflowExtendedInfo: { cancelRequested: true },
        pendingWorkflowTask: { originalScheduledTime: timestamp(2_250) },
      },
      { closeTime: new Date(9), runId: 'latest' },
    ),
  )
  assert.deepEqual(view, {
    runId: 'first',
    state: 'running',
    cancelRequested: true,
    memo: { a: 1 },
    startedAt: new Date(5),
    closedAt: new Date(9),
    taskPendingSince: new Date(2_250),
    unreported: [],
    historyLength: 0,
    heartbeats: [],
    browserWaitSince: null,
    endsBy: null,
  })
})

test('a bare description has no memo, no task and no heartbeats', () => {
  const view = workflowView(description({}, { memo: undefined }))
  assert.deepEqual([view.memo, view.taskPendingSince, view.heartbeats, view.cancelRequested], [{}, null, [], false])
})

test('heartbeats of slices are decoded, with their time', () => {
  const details = {
    begun: 'Aw==',
    startedFirst: 2,
    done: 'AQ==',
    completed: 1,
    failed: 0,
    segments: [],
    currentUrl: 'u',
  }
  const { heartbeats } = workflowView(description({ pendingActivities: [pending(details)] }))
  assert.deepEqual(heartbeats, [{ details, atMs: 1_500 }])
})

test('other activities and details that are no heartbeat say nothing', () => {
  const counters = { startedFirst: 2, completed: 1, failed: 0 }
  const activities = [
    pending(counters, 'advanceFrontier'),
    pending(undefined),
    pending(null),
    pending('text'),
    pending({ ...counters, failed: -1 }),
    pending({ ...counters, completed: '5' }),
    { ...pending(counters), heartbeatDetails: { payloads: [{ metadata: {}, data: null }] } },
  ]
  assert.deepEqual(workflowView(description({ pendingActivities: activities })).heartbeats, [])
})

test('slices wait for a browser since the first was scheduled, as long as none of them has a worker', () => {
  const slice = (queue: string, state: number, atMs: number) => ({
    activityType: { name: 'scrapeSlice' },
    activityOptions: { taskQueue: { name: queue } },
    scheduledTime: timestamp(atMs),
    state,
  })
  const since = (...pendingActivities: object[]) => workflowView(description({ pendingActivities })).browserWaitSince
  const [scheduled, started] = [1, 2]
  const waiting = [slice('seine-browser-pages', scheduled, 2_500), slice('seine-browser-pages', scheduled, 1_500)]
  assert.deepEqual(since(...waiting, slice('seine-pages', started, 500)), new Date(1_500))
  assert.equal(since(...waiting, slice('seine-browser-pages', started, 500)), null)
  assert.equal(since(slice('seine-pages', scheduled, 500)), null)
})
