import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scaleFigures, type ScaleRun } from './scale-figures.ts'
import { costTable, killTable, memoryTable, orderTable, pageTable, roleTable, scaleTable } from './scale-table.ts'

const once = { expected: 1_000, found: 1_000, distinct: 1_000, missing: 0, repeated: 0, beyondOne: 0, unknown: 0 }

const run: ScaleRun = {
  jobs: 2,
  pagesPerJob: 500,
  control: 1,
  workers: 2,
  pageMs: 100,
  faultPercent: 0,
  crawlDelayMs: null,
  slicePages: null,
  statesKept: null,
  kills: 1,
  completed: 1_000,
  wallMs: 10_000,
  startsMs: 100,
  processes: [
    { name: 'temporal', cpuMs: 1_000, peakRssBytes: 1024 ** 2 },
    { name: 'pages 1', cpuMs: 2_000, peakRssBytes: 1024 ** 2 },
    { name: 'pages 2', cpuMs: 1_000, peakRssBytes: 1024 ** 2 },
  ],
  idleCpuMsPerSecond: { temporal: 10, 'pages 1': 0, 'pages 2': 50 },
  peakRssBytes: 3 * 1024 ** 2,
  histories: [
    { events: 100, bytes: 2_048, jobEvents: 130, stateTransitions: 40, actions: 30, advances: 6 },
    { events: 120, bytes: 4_096, jobEvents: 150, stateTransitions: 60, actions: 50, advances: 10 },
  ],
  samples: [
    { name: 'temporal_request_total', labels: { operation: 'RecordActivityTaskHeartbeat' }, value: 20 },
    { name: 'seine_frontier_reads_total', labels: { object: 'delta' }, value: 3 },
    { name: 'seine_frontier_reads_total', labels: { object: 'list' }, value: 1 },
    { name: 'seine_slices_total', labels: { lane: 'http' }, value: 10 },
    { name: 'seine_store_requests_total', labels: { operation: 'PutObject', outcome: 'ok' }, value: 30 },
    { name: 'seine_store_requests_total', labels: { operation: 'PutObject', outcome: 'failed' }, value: 1 },
    { name: 'seine_store_requests_total', labels: { operation: 'GetObject', outcome: 'ok' }, value: 9 },
  ],
  killed: [{ name: 'pages 1', pages: 510, atMs: 5_000, readyMs: 2_500, pauseMs: 300 }],
  memory: [
    { pages: 510, atMs: 5_100, rssBytes: { temporal: 1024 ** 2, 'pages 1': 2 * 1024 ** 2, 'pages 2': 0 } },
    { pages: 1_020, atMs: 10_000, rssBytes: { temporal: 1024 ** 2, 'pages 1': 1024 ** 2, 'pages 2': 0 } },
  ],
  occurrences: {
    files: once,
    manifest: once,
    ledger: once,
    loads: { ...once, found: 1_020, repeated: 15, beyondOne: 20 },
  },
  faults: [],
}

test('processes of one role are taken together, without what they use when they idle', () => {
  const { shares, cpuMsPerPage, orchestrationCpuMsPerPage } = scaleFigures(run)
  assert.deepEqual(
    shares.map(({ role, processes, cpuMsPerPage: each, busy }) => [role, processes, each, busy]),
    [
      ['temporal', 1, 0.9, 0.1],
      ['pages', 2, 2.5, 0.15],
    ],
  )
  assert.equal(cpuMsPerPage, 3.4)
  assert.ok(Math.abs(orchestrationCpuMsPerPage - 0.9) < 1e-9)
})

test('slices, histories and requests to the store are set against pages', () => {
  const { pagesPerSecond, pagesPerSlice, storeRequestsPerPage, storeRequests, history } = scaleFigures(run)
  assert.deepEqual([pagesPerSecond, pagesPerSlice, storeRequestsPerPage], [100, 100, 0.04])
  assert.deepEqual(storeRequests, { PutObject: 31, GetObject: 9 })
  assert.deepEqual(history, { eventsMean: 110, eventsMax: 120, bytesMean: 3_072, transitionsPerPage: 0.1 })
})

test('the tables have a line for each run, and one for each role of it', () => {
  const done = [{ run, figures: scaleFigures(run) }]
  assert.equal(scaleTable(done).trimEnd().split('\n').length, 2)
  assert.equal(roleTable(done).trimEnd().split('\n').length, 3)
  assert.match(costTable(done), /^2 +0\.0090 +0\.0310 +0\.1000 +0\.1000 +16 +0\.25$/m)
  assert.match(orderTable(done), /^2 +110 +120 +3 +0\.040/m)
})

test('the tables of the course show places, kills and the memory of each process', () => {
  const done = [{ run, figures: scaleFigures(run) }]
  assert.match(pageTable(done), /^loads +2 +1000 +1020 +1000 +0 +15 +20 +0$/m)
  assert.equal(pageTable(done).trimEnd().split('\n').length, 5)
  assert.match(killTable(done), /^pages 1 +2 +510 +5\.0 +2\.5 +0\.3$/m)
  assert.match(memoryTable(run), /^loads +s +temporal +pages 1 +pages 2\n510 +5 +1 +2 +0\n1020 +10 +1 +1 +0\n$/)
})
