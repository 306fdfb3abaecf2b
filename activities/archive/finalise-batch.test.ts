import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { batchJobInput } from '@seine/shared/api/testing/batch-job-input.ts'
import { statusKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import type { FakeAnswer } from '../page/testing/fake-web.ts'
import { readLedgerChunk } from './ledger/ledger-chunks.ts'
import { SpoolSpace } from './files/spool-space.ts'
import { runJob, type RunJob } from './testing/run-job.ts'
import type { BatchArchiveLine } from './write-batch-archives.ts'

const urls = [
  'http://b.test/2',
  'http://a.test/1#top',
  'http://a.test/gone',
  'http://a.test/1',
  'http://b.test/2',
  'http://a.test/moved',
]

const answer = (url: string): FakeAnswer => {
  const { pathname } = new URL(url)
  if (pathname === '/gone') return { status: 404 }
  if (pathname === '/moved') return { redirect: 'http://c.test/there' }
  return { body: `title: ${url}\nlinks: /a` }
}

const batchOf = (list: string[]) => {
  const patch = { output: ['markdown' as const], lines: list.length, limit: list.length, tag: ['x', 'y'] }
  return batchJobInput(patch)
}

const run = async (list: string[], generations = 1_000) =>
  await runJob(batchOf(list), answer, { urls: list, generations })

async function resultsOf(job: RunJob) {
  const { store } = job
  const status = (await store.getJson<FinalStatus>(statusKey(job)))!
  const text = store.objects.get(status.archives.markdown ?? '')?.toString('utf8') ?? ''
  assert.ok(text === '' || text.endsWith('\n'))
  const texts = text.split('\n').slice(0, -1)
  return { status, lines: texts.map((line) => JSON.parse(line) as BatchArchiveLine) }
}

describe('finaliseJob of a batch', () => {
  it('writes a line per input URL, in input order', async () => {
    const job = await run(urls)
    assert.deepEqual(await job.finalise({ status: 'completed' }), { total: 6, completed: 5, failed: 1 })
    const { status, lines } = await resultsOf(job)
    assert.deepEqual(
      lines.map(({ index, url }) => [index, url]),
      urls.map((url, index) => [index, url]),
    )
    assert.deepEqual(Object.keys(lines[0]!).join(), 'index,url,success,status,finalUrl,output,error,errorCode,tag')
    const page = (index: number, url: string) => ({
      index,
      url: urls[index]!,
      success: true,
      status: 200,
      finalUrl: url,
      output: `title: ${url}\nlinks: /a`,
      error: null,
      errorCode: null,
      tag: ['x', 'y'],
    })
    assert.deepEqual(lines[0], page(0, 'http://b.test/2'))
    assert.deepEqual(lines[1], page(1, 'http://a.test/1'))
    assert.deepEqual(lines[3], page(3, 'http://a.test/1'))
    assert.deepEqual(lines[4], page(4, 'http://b.test/2'))
    assert.deepEqual(lines[5], page(5, 'http://c.test/there'))
    assert.deepEqual(lines[2], {
      index: 2,
      url: urls[2],
      success: false,
      status: 404,
      finalUrl: 'http://a.test/gone',
      output: null,
      error: 'the site answered 404',
      errorCode: 'http_status',
      tag: ['x', 'y'],
    })
    assert.deepEqual([status.kind, status.tag, status.ledgerChunks], ['batch', ['x', 'y'], 1])
    assert.equal(job.web.requests.filter((url) => url === 'http://a.test/1').length, 1)
  })

  it('lists every input line in the ledger, repeats as duplicates', async () => {
    const job = await run(urls)
    await job.finalise({ status: 'completed' })
    assert.deepEqual(
      (await readLedgerChunk(job.store, job, 0)).map(({ index, url, state, duplicateOf }) => [
        index,
        url,
        state,
        duplicateOf,
      ]),
      [
        [0, urls[0], 'scraped', undefined],
        [1, urls[1], 'scraped', undefined],
        [2, urls[2], 'failed', undefined],
        [3, urls[3], 'duplicate', urls[1]],
        [4, urls[4], 'duplicate', urls[0]],
        [5, urls[5], 'scraped', undefined],
      ],
    )
  })

  it('states why lines that were never fetched have no result', async () => {
    const job = await run(urls, 0)
    await job.runSlice(job.leased[0]!)
    const { total } = await job.finalise({ status: 'cancelled' })
    const { status, lines } = await resultsOf(job)
    assert.equal(status.total, total)
    assert.equal(lines.length, urls.length)
    const codes = new Set(lines.filter(({ success }) => !success).map(({ errorCode }) => errorCode))
    assert.ok(codes.size > 0 || total === 6)
    assert.ok([...codes].every((code) => code === 'cancelled' || code === 'http_status'))
  })

  it('has no archive and a complete ledger when it ends before it has started', async () => {
    const job = await run(urls, 0)
    for (const key of job.store.objects.keys()) if (key.includes('/frontier/')) job.store.objects.delete(key)
    assert.deepEqual(await job.finalise({ status: 'cancelled' }), { total: 0, completed: 0, failed: 0 })
    const { status } = await resultsOf(job)
    assert.deepEqual(status.archives, {})
    const states = (await readLedgerChunk(job.store, job, 0)).map(({ state }) => state)
    assert.deepEqual(states, ['cancelled', 'cancelled', 'cancelled', 'duplicate', 'duplicate', 'cancelled'])
  })

  it('writes the same bytes again after an interrupted attempt', async () => {
    const many = Array.from({ length: 300 }, (_, at) => `http://h${at % 7}.test/${at}`)
    const job = await run(many)
    const put = job.store.put.bind(job.store)
    job.store.put = async (key, body) => {
      if (key.includes('/archive/')) job.store.down = true
      await put(key, body)
    }
    await assert.rejects(job.finalise({ status: 'completed' }), StoreUnavailableError)
    job.store.down = false
    job.store.put = put
    await job.finalise({ status: 'completed' })
    const { lines } = await resultsOf(job)
    assert.deepEqual(
      lines.map(({ url, success }) => [url, success]),
      many.map((url) => [url, true]),
    )
  })

  it('writes the same without room for temporary files, several formats and texts beyond memory', async () => {
    const text = (url: string): string => createHash('sha512').update(url).digest('hex').repeat(2)
    const many = Array.from({ length: 300 }, (_, at) => `http://h${at % 3}.test/${at}`)
    const noise = new Map(many.map((url) => [url, randomBytes(20_000).toString('base64')]))
    const formats = { output: ['markdown' as const, 'html' as const], lines: many.length, limit: many.length }
    const job = await runJob(batchJobInput(formats), (url) => ({ body: `title: ${text(url)}\n${noise.get(url)}` }), {
      urls: many,
    })
    await job.finalise({ status: 'completed' })
    const whole = [...job.store.objects].filter(([key]) => key.includes('/archive/'))
    assert.equal(whole.length, 2)
    for (const key of [statusKey(job), ...whole.map(([each]) => each)]) job.store.objects.delete(key)
    job.deps.spoolSpace = new SpoolSpace(0)
    await job.finalise({ status: 'completed' })
    for (const [key, bytes] of whole) assert.ok(job.store.objects.get(key)!.equals(bytes), key)
  })
})
