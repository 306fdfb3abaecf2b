import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import JSZip from 'jszip'
import { batchJobInput } from '@seine/shared/api/testing/batch-job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { statusKey } from '@seine/shared/storage/object-keys.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { packsPrefix } from '@seine/shared/watches/watch-keys.ts'
import { readLedgerChunk } from '../archive/ledger/ledger-chunks.ts'
import type { Manifest } from '../archive/manifest.ts'
import { readWithDuckDb } from '../archive/parquet/testing/read-with-duckdb.ts'
import type { BatchArchiveLine } from '../archive/write-batch-archives.ts'
import { ref, WatchLab, type Answer } from './testing/watch-lab.ts'

const root = 'http://site.test'

const body = (path: string): string => (path === '/' ? 'links: /a /b' : `words of ${path}`)

/** All pages are unchanged in the second run, except the one at `/b`. */
const answerOf =
  (n: number): Answer =>
  (url) => {
    const path = new URL(url).pathname
    return { body: path === '/b' ? `words of run ${n}` : body(path) }
  }

const byUrl = (one: unknown[], other: unknown[]): number => String(one[0]).localeCompare(String(other[0]))

/** Makes two runs of a watch; the packs of the first are lost before the archives of the second are written. */
async function secondJob(job: JobInput, urls: string[] | null) {
  const lab = new WatchLab()
  await lab.create({ job: { ...job, archive: ['parquet'] }, urls })
  await lab.run(answerOf(1))
  const scraped = await lab.scrape(await lab.begin(), answerOf(2))
  for (const key of scraped.store.objects.keys())
    if (key.startsWith(packsPrefix(ref))) scraped.store.objects.delete(key)
  await scraped.finalise({ status: 'completed' })
  const { archives, warnings } = (await scraped.store.getJson<FinalStatus>(statusKey(scraped)))!
  const { rows } = await readWithDuckDb(scraped.store.objects.get(archives.parquet!)!)
  const ledger = await readLedgerChunk(scraped.store, scraped, 0)
  return {
    archive: scraped.store.objects.get(archives.markdown!)!,
    warnings,
    rows: rows.map((row) => [row['url'], row['error_code'], row['markdown']]).toSorted(byUrl),
    ledger: ledger.map(({ url, state, reason }) => [url, state, reason ?? null]).toSorted(byUrl),
  }
}

const lost = [`${root}/`, `${root}/a`]
const rowsExpected = [...lost.map((url) => [url, 'result_lost', null]), [`${root}/b`, null, 'words of run 2']]
const ledgerExpected = [...lost.map((url) => [url, 'scraped', 'result_lost']), [`${root}/b`, 'scraped', null]]

describe('a job of a watch whose unchanged pages are lost', () => {
  it('names them in the archives of a crawl', async () => {
    const job = crawlJobInput({ sitemap: 'skip', limit: 50 })
    const { archive, warnings, rows, ledger } = await secondJob(job, null)
    const zip = await JSZip.loadAsync(archive)
    const manifest = JSON.parse(await zip.file('manifest.json')!.async('string')) as Manifest
    assert.deepEqual(
      manifest.pages.map(({ url }) => url),
      [`${root}/b`],
    )
    assert.deepEqual(
      manifest.lost!.map(({ url, code }) => [url, code]),
      lost.map((url) => [url, 'result_lost']),
    )
    assert.deepEqual([rows, ledger], [rowsExpected, ledgerExpected])
    assert.match(warnings.join('\n'), /the results of 2 scraped pages are lost/)
  })

  it('names them in the archives of a batch', async () => {
    const urls = ['/', '/a', '/b'].map((path) => `${root}${path}`)
    const { archive, warnings, rows, ledger } = await secondJob(batchJobInput({ output: ['markdown'], lines: 3 }), urls)
    const lines = archive
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as BatchArchiveLine)
    assert.deepEqual(
      lines.map(({ success, errorCode, output }) => [success, errorCode, output]),
      [
        [false, 'result_lost', null],
        [false, 'result_lost', null],
        [true, null, 'words of run 2'],
      ],
    )
    assert.deepEqual([rows, ledger], [rowsExpected, ledgerExpected])
    assert.match(warnings.join('\n'), /the results of 2 scraped pages are lost/)
  })
})
