import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { summarise, type PageRun } from './extraction-figures.ts'
import { extractionTable } from './extraction-table.ts'

const run = (contender: string, id: string, type: PageRun['type'], f1: number, cpuMs: number): PageRun => ({
  contender,
  id,
  type,
  precision: f1,
  recall: f1,
  f1,
  cpuMs,
  error: f1 === 0 ? 'it threw' : null,
})

const runs = [
  run('one', '1', 'article', 1, 10),
  run('one', '2', 'forum', 0.5, 20),
  run('one', '3', 'forum', 0, 90),
  run('two', '1', 'article', 0.8, 1),
]

describe('figures of extraction', () => {
  it('are means over all pages and by type, and a page that failed counts as nothing found', () => {
    const [one, two] = summarise(runs)
    assert.equal(one?.f1, 0.5)
    assert.equal(one?.byType.forum?.f1, 0.25)
    assert.deepEqual([one?.cpuMsMean, one?.cpuMsMedian, one?.cpuMsMax, one?.slowest, one?.failed], [40, 20, 90, '3', 1])
    assert.equal(two?.byType.forum, undefined)
  })

  it('are shown with a column for each type that there is', () => {
    const [headings, one, two, counts] = extractionTable(summarise(runs)).trimEnd().split('\n')
    assert.match(headings ?? '', /article +forum +CPU/)
    assert.match(one ?? '', /^one +0\.500 .* 1\.000 +0\.250 +40\.0 +20\.0 +90 \(3\) +1$/)
    assert.match(two ?? '', /^two .* 0\.800 +- /)
    assert.match(counts ?? '', /^pages +1 +2$/)
  })
})
