import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percentile, ratios, summariseTurns, type ContenderFigures, type TurnRun } from './browser-figures.ts'

const run = (round: number, ms: number[], others: Partial<TurnRun> = {}): TurnRun => ({
  contender: 'seine-network',
  round,
  atOnce: 1,
  wallMs: ms.reduce((sum, one) => sum + one, 0),
  loads: ms.map((one) => ({ ms: one, whole: one < 500, phases: { navigate: one / 2 } })),
  requests: ms.length * 50,
  ownCpuMs: ms.length * 20,
  belowCpuMs: ms.length * 100,
  peakPssBytes: round * 100,
  ...others,
})

test('rate and CPU are medians of rounds, milliseconds those of all loads', () => {
  const figures = summariseTurns('Seine', [run(1, [100, 100]), run(2, [200, 200]), run(3, [300, 600])])
  assert.equal(figures.pagesPerSecond, 5)
  assert.equal(figures.medianMs, 200)
  assert.equal(figures.p95Ms, 600)
  assert.deepEqual([figures.loads, figures.whole, figures.requestsPerPage], [6, 5, 50])
  assert.deepEqual([figures.ownCpuMsPerPage, figures.belowCpuMsPerPage, figures.cpuMsPerPage], [20, 100, 120])
  assert.deepEqual(figures.phases, { navigate: 100 })
  assert.equal(figures.peakPssBytes, 200)
})

test('a percentile is one of the values', () => {
  const values = Array.from({ length: 20 }, (_, at) => 20 - at)
  assert.equal(percentile(values, 0.95), 19)
  assert.equal(percentile([7], 0.95), 7)
  assert.ok(Number.isNaN(percentile([], 0.5)))
})

test('Seine is held against peers at the same number of loads at a time', () => {
  const figures = (contender: string, atOnce: number, pagesPerSecond: number, cpuMsPerPage: number) =>
    ({ contender, atOnce, pagesPerSecond, cpuMsPerPage }) as ContenderFigures
  const all = [
    figures('seine-network', 1, 4, 300),
    figures('seine-render', 1, 5, 250),
    figures('puppeteer', 1, 5, 200),
    figures('puppeteer', 2, 9, 200),
    figures('crawlee', 1, 2, 600),
  ]
  assert.deepEqual(ratios(all), [
    { contender: 'seine-network', against: 'puppeteer', atOnce: 1, rate: 0.8, cpu: 1.5, rateAim: 0.95, cpuAim: 1.1 },
    { contender: 'seine-network', against: 'crawlee', atOnce: 1, rate: 2, cpu: 0.5, rateAim: null, cpuAim: null },
  ])
})
