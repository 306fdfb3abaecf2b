import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsBetween, countsOf } from './request-counts.ts'
import { startsFigures, startsTable, type StartsRun } from './starts-figures.ts'
import { threadGroup, timesBetween } from './thread-times.ts'

const run: StartsRun = {
  perSecond: 10,
  load: { title: '10 a second', requests: 99, perSecond: 10, p50Ms: 30, p99Ms: 90, maxMs: 100, failed: 0 },
  jobs: 100,
  meteredMs: 10_000,
  processes: [
    { name: 'temporal', cpuMs: 4_000, peakRssBytes: 0 },
    { name: 'gateway', cpuMs: 500, peakRssBytes: 0 },
  ],
  idleCpuMsPerSecond: { temporal: 100 },
  threads: { 'main thread': 1_000, V8Worker: 2_000 },
  requests: {
    temporal: { StartWorkflowExecution: 100, PollWorkflowTaskQueue: 600, GetSystemInfo: 2 },
    store: { PutObject: 1_600 },
  },
  histories: [
    { events: 0, bytes: 0, jobEvents: 20, stateTransitions: 10, actions: 0, advances: 0 },
    { events: 0, bytes: 0, jobEvents: 30, stateTransitions: 12, actions: 0, advances: 0 },
  ],
}

test('the cost of a job is that of the processes less what they use when they are idle', () => {
  const figures = startsFigures(run)
  assert.deepEqual(figures.processes, [
    { name: 'temporal', cpuMsPerJob: 30 },
    { name: 'gateway', cpuMsPerJob: 5 },
  ])
  assert.equal(figures.cpuMsPerJob, 35)
  assert.deepEqual(figures.threads[0], { name: 'V8Worker', cpuMsPerJob: 20 })
  assert.deepEqual([figures.eventsPerJob, figures.stateTransitionsPerJob], [25, 11])
  assert.deepEqual(figures.storeRequestsPerJob, { PutObject: 16 })
})

test('the tables have a column for each rate, and no request that hardly any job makes', () => {
  const figures = startsFigures(run)
  const table = startsTable([figures, { ...figures, perSecond: 20 }])
  assert.match(table, /^starts +10\/s +20\/s$/m)
  assert.match(table, /^together +35\.00 +35\.00$/m)
  assert.match(table, /^PollWorkflowTaskQueue +6\.00 +6\.00$/m)
  assert.doesNotMatch(table, /GetSystemInfo/)
})

test('requests are counted by operation, over all samples with the labels', () => {
  const sample = (operation: string, service: string, value: number) => ({
    name: 'requests',
    labels: { operation, service },
    value,
  })
  const samples = [sample('A', 'x', 1), sample('A', 'x', 2), sample('A', 'y', 9), sample('B', 'x', 4)]
  assert.deepEqual(countsOf(samples, 'requests', { service: 'x' }), { A: 3, B: 4 })
  assert.deepEqual(countsBetween({ A: 3, B: 1 }, { A: 3, B: 2, C: 5 }), { C: 5, B: 1 })
})

test('threads of a pool are taken together', () => {
  assert.equal(threadGroup('node\n', true), 'main thread')
  assert.equal(threadGroup('libuv-worker-3\n', false), 'libuv-worker')
  assert.equal(threadGroup('V8Worker\n', false), 'V8Worker')
  assert.deepEqual(timesBetween({ a: 5, gone: 3 }, { a: 7, b: 1 }), { a: 2, b: 1 })
})
