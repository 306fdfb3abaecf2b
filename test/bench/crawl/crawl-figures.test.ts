import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMsPerPage, median, shareOut, summarise, type CrawlRun } from './crawl-figures.ts'

const run = (fields: Partial<CrawlRun>): CrawlRun => ({
  crawler: 'seine',
  round: 1,
  pages: 100,
  repeats: 0,
  requests: 101,
  results: 100,
  wallMs: 2_000,
  cpuMs: 1_000,
  idleCpuMsPerSecond: 0,
  idleRssBytes: 1,
  peakRssBytes: 1,
  inFlightMax: 16,
  processes: [],
  ...fields,
})

test('the median is the middle value, or the mean of the two in the middle', () => {
  assert.equal(median([9, 1, 5]), 5)
  assert.equal(median([10, 2]), 6)
  assert.ok(Number.isNaN(median([])))
})

test('idle CPU is taken off at the lowest rate of all rounds', () => {
  const runs = [run({ idleCpuMsPerSecond: 200 }), run({ idleCpuMsPerSecond: 50 })]
  assert.deepEqual(cpuMsPerPage(runs), [9, 9])
})

test('CPU is counted for pages with a result, not for pages requested', () => {
  assert.deepEqual(cpuMsPerPage([run({ results: 50 })]), [20])
  assert.deepEqual(cpuMsPerPage([run({ results: 0 })]), [1_000])
})

test('a crawler is summed up by medians', () => {
  const runs = [1_000, 3_000, 2_000].map((wallMs) => run({ wallMs, peakRssBytes: wallMs * 2 }))
  const { wallMs, peakRssBytes, rounds, results } = summarise('seine', 'Seine', runs)
  assert.deepEqual(
    { wallMs, peakRssBytes, rounds, results },
    { wallMs: 2_000, peakRssBytes: 4_000, rounds: 3, results: 100 },
  )
})

test('processes are shown apart', () => {
  const processes = (cpuMs: number) => [
    { name: 'gateway', cpuMs, peakRssBytes: 5 },
    { name: 'worker', cpuMs: 10 * cpuMs, peakRssBytes: 7 },
  ]
  assert.deepEqual(shareOut([run({ processes: processes(100) }), run({ processes: processes(300) })]), [
    { name: 'gateway', cpuMsPerPage: 2, peakRssBytes: 5 },
    { name: 'worker', cpuMsPerPage: 20, peakRssBytes: 7 },
  ])
})
