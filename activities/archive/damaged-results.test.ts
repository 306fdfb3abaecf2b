import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it } from 'node:test'
import { batchJobInput } from '@seine/shared/api/testing/batch-job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import type { JobFormat } from '@seine/shared/tasks/formats.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { statusKey } from '@seine/shared/storage/object-keys.ts'
import JSZip from 'jszip'
import { fakeBrowser } from '../page/testing/fake-browser.ts'
import type { FakeAnswer } from '../page/testing/fake-web.ts'
import { readLedgerChunk } from './ledger/ledger-chunks.ts'
import type { LedgerLine } from './ledger/ledger.ts'
import type { Manifest } from './manifest.ts'
import { runJob, type RunJob } from './testing/run-job.ts'
import type { BatchArchiveLine } from './write-batch-archives.ts'

const root = 'http://site.test'
const pages = 60
const site = (url: string): FakeAnswer => ({
  body: url === `${root}/` ? `links: ${Array.from({ length: pages }, (_, at) => `/${at}`).join(' ')}` : 'words',
})

const crawl = async (output: JobFormat[] = ['markdown']): Promise<RunJob> =>
  await runJob(crawlJobInput({ output, sitemap: 'skip', limit: 100 }), site)

const segments = (job: RunJob): string[] =>
  [...job.store.objects.keys()].filter((key) => key.endsWith('.ndjson.zst') && key.includes('/pages/')).toSorted()

const statusOf = async (job: RunJob): Promise<FinalStatus> => (await job.store.getJson<FinalStatus>(statusKey(job)))!

async function archiveOf(job: RunJob, format: JobFormat = 'markdown') {
  const { archives } = await statusOf(job)
  const zip = await JSZip.loadAsync(job.store.objects.get(archives[format]!)!)
  const manifest = JSON.parse(await zip.file('manifest.json')!.async('string')) as Manifest
  const ledger = (await zip.file('urls.jsonl')!.async('string')).trim().split('\n')
  return { zip, manifest, ledger: ledger.map((line) => JSON.parse(line) as LedgerLine) }
}

describe('finaliseJob with damaged results', () => {
  it('ends with what is readable when one segment is missing and another is cut', async () => {
    const job = await crawl()
    const [, missing, cut] = segments(job)
    const lines = job.store.objects.get(cut!)!.toString('utf8').split('\n')
    job.store.objects.delete(missing!)
    const kept = Math.floor(lines.length / 2)
    job.store.objects.set(cut!, Buffer.from([...lines.slice(0, kept), lines[kept]!.slice(0, 20)].join('\n')))
    const counts = await job.finalise({ status: 'completed' })
    assert.deepEqual(counts, { total: pages + 1, completed: pages + 1, failed: 0 })

    const { warnings, archives } = await statusOf(job)
    assert.deepEqual(Object.keys(archives), ['markdown'])
    const { manifest, ledger, zip } = await archiveOf(job)
    const lost = manifest.lost!.map(({ url }) => url)
    assert.ok(lost.length > lines.length - kept)
    assert.equal(manifest.pages.length + lost.length, pages + 1)
    assert.ok(manifest.lost!.every(({ code }) => code === 'result_lost'))
    assert.equal(Object.keys(zip.files).filter((name) => name.startsWith('pages/0')).length, manifest.pages.length)
    for (const listed of [ledger, await readLedgerChunk(job.store, job, 0)]) {
      const named = listed.filter(({ reason }) => reason === 'result_lost')
      assert.deepEqual(named.map(({ url }) => url).toSorted(), lost.toSorted())
      assert.ok(named.every(({ state }) => state === 'scraped'))
    }
    assert.equal(warnings.length, 2)
    assert.match(
      warnings[0]!,
      new RegExp(`${missing!.split('/').at(-1)!} \\(it is missing; 0 of its records were read\\)`),
    )
    assert.match(warnings[0]!, new RegExp(`${cut!.split('/').at(-1)!} \\(1 of its records cannot be read\\)`))
    assert.equal(warnings[1], `the results of ${lost.length} scraped pages are lost: ${lost.join(', ')}`)
    assert.deepEqual(manifest.job.warnings, warnings)
  })

  it('skips a line that is JSON but not a record', async () => {
    const job = await crawl()
    const [, key] = segments(job)
    const lines = job.store.objects.get(key!)!.toString('utf8').split('\n')
    const { url } = JSON.parse(lines[0]!) as { url: string }
    job.store.objects.set(key!, Buffer.from(['{"seq":"one"}', ...lines.slice(1)].join('\n')))
    await job.finalise({ status: 'completed' })
    const { manifest } = await archiveOf(job)
    assert.deepEqual(
      manifest.lost!.map((page) => page.url),
      [url],
    )
  })

  it('keeps a page whose screenshot is lost', async () => {
    const screenshot = Buffer.alloc(200_000, 'png')
    const browser = fakeBrowser({ screenshot })
    const input = crawlJobInput({ output: ['markdown', 'screenshot'], sitemap: 'skip', limit: 100 })
    const page = { ...input.page, render: 'always' as const }
    const job = await runJob({ ...input, page }, site, { browser })
    const picture = [...job.store.objects.keys()].find((key) => key.endsWith('.png'))
    assert.ok(picture !== undefined)
    job.store.objects.delete(picture)
    await job.finalise({ status: 'completed' })
    const { warnings } = await statusOf(job)
    assert.match(warnings.join(), /the screenshots of 1 pages are lost: http/)
    const { manifest } = await archiveOf(job, 'screenshot')
    assert.equal(manifest.lost, undefined)
    const without = manifest.pages.filter(({ file }) => file === undefined)
    assert.equal(without.length, 1)
    assert.match(without[0]!.warnings.join(), /screenshot of the page was lost/)
    const others = manifest.pages.filter(({ file }) => file !== undefined)
    assert.ok(others.length > 0)
    for (const { bytes, sha256 } of others) {
      assert.deepEqual([bytes, sha256], [screenshot.byteLength, hash('sha256', screenshot)])
    }
  })

  it('gives lines of a batch whose result is lost an error code, and keeps the counters', async () => {
    const urls = Array.from({ length: 30 }, (_, at) => `${root}/${at}`)
    const input = batchJobInput({ output: ['markdown'], lines: urls.length, limit: urls.length })
    const job = await runJob(input, site, { urls })
    job.store.objects.delete(segments(job)[0]!)
    assert.deepEqual(await job.finalise({ status: 'completed' }), { total: 30, completed: 30, failed: 0 })
    const { archives, warnings } = await statusOf(job)
    const text = job.store.objects.get(archives.markdown!)!.toString('utf8')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as BatchArchiveLine)
    assert.equal(lines.length, 30)
    const lost = lines.filter(({ success }) => !success)
    assert.ok(lost.length > 0)
    assert.ok(
      lost.every(({ errorCode, output, error }) => errorCode === 'result_lost' && output === null && error !== null),
    )
    assert.match(warnings.join(), new RegExp(`the results of ${lost.length} scraped pages`))
    const named = (await readLedgerChunk(job.store, job, 0)).filter(({ reason }) => reason === 'result_lost')
    assert.deepEqual(
      named.map(({ index }) => index),
      lost.map(({ index }) => index),
    )
  })

  it('takes the pages of a slice whose result is damaged from its segments', async () => {
    const job = await runJob(crawlJobInput({ output: ['markdown'], sitemap: 'skip', limit: 100 }), site, {
      generations: 2,
    })
    for (const task of job.leased) await job.runSlice(task)
    const result = [...job.store.objects.keys()].find((key) => key.endsWith(`${job.leased[0]!.slice}.result.json.zst`))
    job.store.objects.set(result!, Buffer.from('{"slice": 1, "outcomes": [{"seq": 99'))
    const { completed } = await job.finalise({ status: 'cancelled' })
    assert.ok(completed > frontierLimits.hostConcurrencyStart)
    assert.match(
      (await statusOf(job)).warnings.join(),
      /the result of slice \d+ cannot be read \(it is not JSON\): \d+ of its pages were taken from their segments/,
    )
    assert.equal((await archiveOf(job)).manifest.lost, undefined)
  })
})
