import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { batchJobInput } from '@seine/shared/api/testing/batch-job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { archiveKey, segmentPrefix, statusKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import type { FakeAnswer } from '../../page/testing/fake-web.ts'
import { finaliseJob } from '../finalise-job.ts'
import { endedAtMs, runJob, type RunJob } from '../testing/run-job.ts'
import { readWithDuckDb, type DuckDbTable } from './testing/read-with-duckdb.ts'

const root = 'http://site.test'

const site = (url: string): FakeAnswer => {
  const { pathname } = new URL(url)
  if (pathname === '/') return { body: 'title: Home 🦆\nlinks: /a /b /gone /moved' }
  if (pathname === '/gone') return { status: 404 }
  if (pathname === '/moved') return { redirect: '/a' }
  return { body: `title: Page ${pathname}\nlinks: /` }
}

const completed = { status: 'completed' } as const

const statusOf = async ({ store, ...job }: RunJob): Promise<FinalStatus> =>
  (await store.getJson<FinalStatus>(statusKey(job)))!

async function run(input: JobInput, urls: string[] = []): Promise<RunJob> {
  const job = await runJob({ ...input, archive: ['parquet'] }, site, { urls })
  await job.finalise(completed)
  return job
}

async function tableOf(job: RunJob): Promise<DuckDbTable> {
  const { archives } = await statusOf(job)
  return await readWithDuckDb(job.store.objects.get(archives.parquet!)!)
}

const crawlInput = crawlJobInput({ output: ['markdown'], sitemap: 'skip', limit: 100 })

describe('writeParquet', () => {
  it('writes a row per counted page, with the types of the contract', async () => {
    const job = await run(crawlInput)
    const { types, rows } = await tableOf(job)
    assert.deepEqual(types, {
      index: 'INTEGER',
      url: 'VARCHAR',
      final_url: 'VARCHAR',
      status: 'INTEGER',
      title: 'VARCHAR',
      language: 'VARCHAR',
      published_time: 'VARCHAR',
      fetched_at: 'TIMESTAMP WITH TIME ZONE',
      depth: 'INTEGER',
      content_type: 'VARCHAR',
      bytes: 'BIGINT',
      sha256: 'VARCHAR',
      markdown: 'VARCHAR',
      text: 'VARCHAR',
      html: 'VARCHAR',
      clean_html: 'VARCHAR',
      links: 'VARCHAR[]',
      metadata: 'VARCHAR',
      error_code: 'VARCHAR',
    })
    const { total, archives } = await statusOf(job)
    assert.deepEqual(Object.keys(archives), ['markdown', 'parquet'])
    assert.equal(rows.length, total)
    const byUrl = new Map(rows.map((row) => [row['url'], row]))
    const home = byUrl.get(`${root}/`)!
    assert.equal(home['title'], 'Home 🦆')
    assert.equal(home['markdown'], 'title: Home 🦆\nlinks: /a /b /gone /moved')
    assert.deepEqual([home['index'], home['depth'], home['status'], home['error_code']], [0, 0, 200, null])
    assert.equal(home['content_type'], 'text/html')
    assert.equal((JSON.parse(String(home['metadata'])) as { title: string }).title, 'Home 🦆')
    const placed = (list: readonly { index?: unknown; url?: unknown }[]): Set<string> =>
      new Set(list.map(({ index, url }) => `${String(index)} ${String(url)}`))
    assert.deepEqual(placed(rows), placed(await job.notes()))
    const gone = byUrl.get(`${root}/gone`)!
    assert.deepEqual([gone['status'], gone['error_code'], gone['markdown']], [404, 'http_status', null])
    assert.equal(byUrl.get(`${root}/moved`)!['final_url'], `${root}/a`)
    // Formats that were not requested.
    for (const name of ['text', 'html', 'clean_html', 'links']) assert.equal(home[name], null, name)
  })

  it('gives an instant in UTC milliseconds', async () => {
    const job = await run(crawlInput)
    const { instants } = await tableOf(job)
    assert.ok(
      instants.every((ms) => Number.isInteger(ms) && Math.abs(ms - Date.now()) < 60_000),
      String(instants),
    )
  })

  it('writes a row per input line of a batch', async () => {
    const urls = [`${root}/a`, `${root}/gone`, `${root}/a#part`, `${root}/b`]
    const input = batchJobInput({ output: ['markdown'], lines: urls.length, limit: urls.length })
    const { rows } = await tableOf(await run(input, urls))
    const sorted = rows.toSorted((a, b) => Number(a['index']) - Number(b['index']))
    assert.deepEqual(
      sorted.map(({ index, url, error_code: code }) => [index, url, code]),
      urls.map((url, index) => [index, url, index === 1 ? 'http_status' : null]),
    )
    assert.equal(sorted[0]!['markdown'], sorted[2]!['markdown'])
  })

  it('is written for a job without a single page', async () => {
    const job = await runJob({ ...crawlInput, archive: ['parquet'] }, () => ({ status: 500 }), { generations: 0 })
    await job.finalise(completed)
    assert.deepEqual((await tableOf(job)).rows, [])
  })

  it('gives the same bytes when it is written again, and completes a record that lacks it', async () => {
    const job = await runJob({ ...crawlInput, archive: ['parquet'] }, site)
    const { store, deps } = job
    const put = store.put.bind(store)
    store.put = async (key, body) => {
      if (key === archiveKey(job, 'parquet')) throw new StoreUnavailableError('refused')
      await put(key, body)
    }
    const pauses = archiveLimits.archivePausesMs as unknown as number[]
    const saved = pauses.splice(0)
    await job.finalise(completed).finally(() => pauses.push(...saved))
    const lacking = await statusOf(job)
    assert.deepEqual([Object.keys(lacking.archives), lacking.incomplete], [['markdown'], true])
    assert.match(lacking.warnings.at(-1)!, /archive of parquet could not be written/)

    store.put = put
    const call = { jobId: job.id, tenant: job.tenant, outcome: completed, endedAtMs }
    await finaliseJob(deps, { ...call, again: true })
    const whole = await statusOf(job)
    assert.deepEqual([Object.keys(whole.archives), whole.incomplete], [['markdown', 'parquet'], undefined])
    const first = store.objects.get(archiveKey(job, 'parquet'))!
    await store.delete([statusKey(job)])
    await finaliseJob(deps, call)
    assert.ok(first.equals(store.objects.get(archiveKey(job, 'parquet'))!))
  })

  it('names pages whose results are lost', async () => {
    const job = await runJob({ ...crawlInput, archive: ['parquet'] }, site)
    await job.store.delete(await job.store.list(segmentPrefix(job, 1)))
    await job.finalise(completed)
    const { rows } = await tableOf(job)
    assert.equal(rows.length, (await statusOf(job)).total)
    assert.ok(rows.some((row) => row['error_code'] === 'result_lost'))
    assert.ok(rows.some((row) => row['error_code'] === null))
  })
})
