/** A small run of the simulation of `./dev bench scale`: it measures only what really runs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runScale } from '../bench/scale/run-scale.ts'
import { scaleFigures } from '../bench/scale/scale-figures.ts'

test('simulated jobs run to their end through several workers, and every process is measured', async (t) => {
  const closers: (() => Promise<void>)[] = []
  t.after(async () => {
    for (const close of closers.toReversed()) await close()
  })
  const run = await runScale(
    {
      jobs: 2,
      pagesPerJob: 100,
      control: 2,
      workers: 2,
      pageMs: 5,
      faultPercent: 0,
      crawlDelayMs: null,
      slicePages: 20,
      statesKept: 1,
      kills: 0,
    },
    { signal: t.signal, atEnd: (close) => void closers.push(close) },
  )
  assert.equal(run.completed, 200)
  assert.deepEqual(run.faults, [])
  for (const count of Object.values(run.occurrences)) {
    assert.deepEqual([count.found, count.distinct, count.unknown], [200, 200, 0])
  }
  assert.deepEqual(run.processes.map(({ name }) => name).toSorted(), [
    'control 1',
    'control 2',
    'gateway',
    'objectStore',
    'pages 1',
    'pages 2',
    'temporal',
  ])
  assert.ok(run.processes.every(({ cpuMs, peakRssBytes }) => cpuMs > 0 && peakRssBytes > 0))
  const figures = scaleFigures(run)
  assert.ok(figures.slices >= 10, `slices of 20 pages at most: ${figures.slices}`)
  assert.equal(figures.takes.scrapeSlice.count, figures.slices)
  assert.equal(figures.takes.finaliseJob.count, 2)
  assert.equal(figures.sliceWait.count, figures.slices)
  assert.ok(figures.history.eventsMean > 0 && figures.history.bytesMean > 0 && figures.history.transitionsPerPage > 0)
  assert.ok(figures.actionsPerPage > 0 && figures.advances > figures.slices / 2)
  assert.ok((figures.storeRequests['PutObject'] ?? 0) > figures.slices)
})
