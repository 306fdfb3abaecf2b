import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scrapeTable, summariseScrapes, type ScrapeRun } from './scrape-figures.ts'

const run = (patch: Partial<ScrapeRun>): ScrapeRun => ({
  title: 'a',
  page: 'article',
  atOnce: 1,
  wallMs: 100,
  loadMs: [10, 20],
  whole: 2,
  cpuMs: 40,
  peakRssBytes: 1024 ** 2,
  processes: [],
  ...patch,
})

test('turns of one contender at one number of loads are summed up together', () => {
  const figures = summariseScrapes([
    run({}),
    run({ loadMs: [30, 40], cpuMs: 80, whole: 1, peakRssBytes: 2 * 1024 ** 2 }),
    run({ atOnce: 4 }),
    run({ title: 'b' }),
  ])
  assert.equal(figures.length, 3)
  const [first] = figures
  assert.deepEqual(
    [first?.loads, first?.whole, first?.p95Ms, first?.pagesPerSecond, first?.cpuMsPerPage],
    [4, 3, 40, 20, 30],
  )
  assert.equal(first?.peakRssBytes, 2 * 1024 ** 2)
})

test('the table has a line for each of them', () => {
  const table = scrapeTable(summariseScrapes([run({}), run({ page: 'application', title: 'browser' })]))
  assert.equal(table.trimEnd().split('\n').length, 3)
  assert.match(table, /browser +application +1 +2\/2/)
})
