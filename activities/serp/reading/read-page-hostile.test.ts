import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serpEngines } from '@seine/shared/tasks/scrape-task.ts'
import { serpLimits } from '@seine/shared/config/serp-limits.ts'
import { readResultPage } from './read-page.ts'
import { loadSelectorSet } from './selector-set.ts'

const url = 'https://search.example/search?q=a'
const entry =
  '<li class="b_algo g tF2Cxc result"><h2><a class=result__a href=https://e.com/><h3>T</h3></a></h2><p>x</p><cite>e'

/** Pages built to be expensive to read. */
const pages: readonly (readonly [what: string, html: string])[] = [
  ['results inside each other', `<ol id=b_results><div id=rso><div class=results>${entry.repeat(20_000)}`],
  [
    'results beside each other',
    `<ol id=b_results><div id=rso><div class=results>${`${entry}</cite></li>`.repeat(15_000)}`,
  ],
  [
    'a deep page with links at its end',
    `${'<div class="results b_algo">'.repeat(600)}${'<a href=/url?q=x><h3>a</h3></a>'.repeat(40_000)}`,
  ],
  ['one long text', `<div id=result-stats>${'1,'.repeat(900_000)}`],
  ['one long address', `<div id=rso><div class=tF2Cxc><a href="https://e.com/${'a'.repeat(1_900_000)}"><h3>T</h3></a>`],
  ['brackets', '<'.repeat(1_000_000)],
]

for (const engine of serpEngines) {
  const set = loadSelectorSet(engine)
  for (const [what, html] of pages) {
    test(`${engine}: ${what}, read in time that grows with the page`, () => {
      const before = process.threadCpuUsage()
      const reading = readResultPage(html, url, 200, set)
      // The limit detects quadratic run time, which would take minutes.
      assert.ok(process.threadCpuUsage(before).user < 60_000_000)
      const found = 'page' in reading ? reading.page.organic : []
      assert.ok(found.length <= serpLimits.entriesPerPageMax)
      assert.ok(found.every(({ title }) => title.length <= serpLimits.titleMaxCharacters))
    })
  }
}

test('a page beyond all measure is not read', () => {
  const reading = readResultPage('x'.repeat(serpLimits.pageMaxCharacters + 1), url, 200, loadSelectorSet('google'))
  assert.equal(reading.kind, 'unreadable')
})
