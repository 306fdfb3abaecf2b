import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { batchJobInput } from '@seine/shared/api/testing/batch-job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { statusKey } from '@seine/shared/storage/object-keys.ts'
import { GenerationStore } from '../../frontier/state/generation-store.ts'
import { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { writeLedger } from './ledger-chunks.ts'
import { cursorOf } from '@seine/shared/jobs/ledger-cursor.ts'
import { BadCursorError, createLedgerReader, type LedgerReader } from './ledger-reader.ts'
import type { LedgerLine } from './ledger.ts'
import { runJob } from '../testing/run-job.ts'

/** Creates a reader as the gateway has it: in another process than the one that runs the job. */
const readerOf = (store: MemoryStore): LedgerReader =>
  createLedgerReader({ store, inputs: new JobInputs(store), generations: new GenerationStore(store) })

async function readAll(reader: LedgerReader, job: JobRef, limit: number, state: LedgerLine['state'] | null = null) {
  const lines: LedgerLine[] = []
  let cursor: string | null = null
  do {
    const page = await reader.page(job, { state, cursor, limit })
    assert.ok(page.lines.length <= limit)
    lines.push(...page.lines)
    cursor = page.nextCursor
  } while (cursor !== null)
  return lines
}

const crawl = async (generations?: number) => {
  const input = crawlJobInput({ sitemap: 'skip' })
  const answer = (url: string) =>
    url.endsWith('/gone') ? { status: 404 } : { body: 'links: / /a /b /gone /private http://other.test/' }
  return await runJob(input, answer, generations === undefined ? {} : { generations })
}

describe('the ledger of a crawl', () => {
  it('shows the known state while the job runs', async () => {
    const job = await crawl(1)
    const lines = await readAll(readerOf(job.store), job, 2)
    assert.deepEqual(
      lines.map(({ url, state, parent }) => [url, state, parent]),
      [
        ['http://site.test/', 'scraped', null],
        ['http://site.test/a', 'leased', 'http://site.test/'],
        ['http://site.test/b', 'leased', 'http://site.test/'],
        ['http://site.test/gone', 'leased', 'http://site.test/'],
        ['http://site.test/private', 'leased', 'http://site.test/'],
        ['http://other.test/', 'out_of_scope', 'http://site.test/'],
      ],
    )
  })

  it('is read from the frontier when the record of the job is damaged', async () => {
    const job = await crawl()
    await job.finalise({ status: 'completed' })
    const before = await readAll(readerOf(job.store), job, 10)
    await job.store.put(statusKey(job), '{"id":')
    assert.deepEqual(await readAll(readerOf(job.store), job, 10), before)
  })

  it('continues at the same place when the job ends between two pages', async () => {
    const job = await crawl()
    const reader = readerOf(job.store)
    const whole = await readAll(reader, job, 100)
    const first = await reader.page(job, { state: null, cursor: null, limit: 4 })
    await job.finalise({ status: 'completed' })
    const rest = await reader.page(job, { state: null, cursor: first.nextCursor, limit: 4 })
    assert.deepEqual([...first.lines, ...rest.lines], whole)
    assert.equal(rest.nextCursor, null)
    const failed = await readAll(reader, job, 1, 'failed')
    assert.deepEqual(failed, [
      {
        url: 'http://site.test/gone',
        state: 'failed',
        depth: 1,
        parent: 'http://site.test/',
        reason: 'http_status',
        message: 'the site answered 404',
      },
    ])
  })

  it('reads over many objects of the store, a bounded number at a time', async () => {
    const store = new MemoryStore()
    const job = crawlJobInput()
    const count = archiveLimits.ledgerChunkLines * 20 + 7
    const lines = Array.from({ length: count }, (_, at): LedgerLine => ({
      url: `http://site.test/${at}`,
      depth: 1,
      parent: null,
      state: at % 15e3 === 14999 ? 'failed' : 'scraped',
    }))
    const ledgerChunks = await writeLedger(store, job, lines)
    assert.equal(ledgerChunks, 21)
    await store.put(
      statusKey(job),
      JSON.stringify({ id: job.id, tenant: job.tenant, ledgerChunks } satisfies Partial<FinalStatus>),
    )
    const reader = readerOf(store)
    assert.deepEqual(await readAll(reader, job, 1_000), lines)
    assert.deepEqual(await readAll(reader, job, 1_000, 'failed'), [lines[14_999], lines[29_999]])
    assert.deepEqual(await readAll(reader, job, 1, 'trap'), [])
  })

  it('refuses cursors of other lists', async () => {
    const job = await crawl(1)
    const reader = readerOf(job.store)
    for (const cursor of ['', 'x', '!', 'MTIz', cursorOf(batchJobInput().id, 1), `${cursorOf(job.id, 1)}x`]) {
      await assert.rejects(reader.page(job, { state: null, cursor, limit: 1 }), BadCursorError)
    }
    const beyond = await reader.page(job, { state: null, cursor: cursorOf(job.id, 10 ** 8), limit: 1 })
    assert.deepEqual(beyond, { lines: [], nextCursor: null })
  })
})

describe('the ledger of a batch', () => {
  const urls = ['http://a.test/1', 'http://b.test/1', 'http://a.test/1#again']
  const input = batchJobInput({ output: ['markdown'], lines: 3 })

  it('has every input line from the beginning to the end', async () => {
    const job = await runJob(input, () => ({ body: 'x' }), { urls })
    const reader = readerOf(job.store)
    const live = await readAll(reader, job, 2)
    assert.deepEqual(live, [
      { index: 0, url: urls[0], depth: 0, parent: null, state: 'scraped' },
      { index: 1, url: urls[1], depth: 0, parent: null, state: 'scraped' },
      { index: 2, url: urls[2], depth: 0, parent: null, state: 'duplicate', duplicateOf: urls[0] },
    ])
    await job.finalise({ status: 'completed' })
    assert.deepEqual(await readAll(reader, job, 2), live)
  })

  it('lists the lines as waiting before the frontier exists', async () => {
    const job = await runJob(input, () => ({ body: 'x' }), { urls, generations: 0 })
    for (const key of job.store.objects.keys()) if (key.includes('/frontier/')) job.store.objects.delete(key)
    const states = (await readAll(readerOf(job.store), job, 2)).map(({ state }) => state)
    assert.deepEqual(states, ['pending', 'pending', 'duplicate'])
  })
})
