import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { json, problem, stubService } from './testing/stub-service.ts'

const reply = (indexes: number[], next: string | null, more: object = {}) =>
  json(200, { data: indexes.map((index) => ({ index })), next_cursor: next, request_id: 'req-1', ...more })

describe('a list', () => {
  test('awaited is one reply', async (t) => {
    const { client, seen } = await stubService(t, [reply([1, 2], 'c1')])
    const { data, next_cursor } = await client.crawlUrls('crawl-1', { state: 'failed', limit: 2 })
    assert.deepEqual([data.length, next_cursor], [2, 'c1'])
    assert.equal(seen[0]?.url, '/crawl/crawl-1/urls?state=failed&limit=2')
  })

  test('iterated is all entries, requested one reply at a time', async (t) => {
    const { client, seen } = await stubService(t, [reply([1, 2], 'c1'), reply([], 'c2'), reply([3], null)])
    const indexes: unknown[] = []
    for await (const entry of client.batchUrls('batch-1')) {
      indexes.push(entry.index)
      if (indexes.length === 2) assert.equal(seen.length, 1)
    }
    assert.deepEqual(indexes, [1, 2, 3])
    assert.deepEqual(
      seen.map(({ url }) => url),
      ['', '?cursor=c1', '?cursor=c2'].map((query) => `/batch/scrape/batch-1/urls${query}`),
    )
  })

  test('asks for nothing before it is used, and for no more than is taken', async (t) => {
    const { client, seen } = await stubService(t, [reply([1, 2], 'c1'), reply([3], null)])
    const list = client.listJobs({ kind: 'crawl' })
    assert.equal(seen.length, 0)
    assert.equal((await list.toArray(2)).length, 2)
    assert.equal(seen.length, 1)
    assert.deepEqual(await list.toArray(0), [])
  })

  test('continues at a cursor that an earlier one has left', async (t) => {
    const { client, seen } = await stubService(t, [reply([1], 'c1'), reply([2], 'c2'), reply([3], null)])
    const list = client.listWatchRuns('watch-1')
    for await (const _run of list) if (list.cursor === 'c1') break
    const { cursor } = list
    assert.ok(cursor !== undefined)
    await client.listWatchRuns('watch-1', { cursor }).toArray(10)
    assert.equal(seen[2]?.url, '/watches/watch-1/runs?cursor=c1')
  })

  test('repeats what was refused in the middle', async (t) => {
    const { client } = await stubService(t, [
      reply([1], 'c1'),
      problem(429, 'rate_limited', { retry_after: 0 }),
      reply([2], null),
    ])
    assert.equal((await client.listSessions().toArray(9)).length, 2)
  })
})

describe('the pages of a job', () => {
  const script = [
    reply([1], 'c1', { complete: false }),
    reply([], 'c1', { complete: false }),
    reply([2], null, { complete: true }),
  ]

  test('are followed until the job has ended', async (t) => {
    const { client, seen } = await stubService(t, script)
    const pages = await client.crawlPages('crawl-1', { output: ['markdown', 'links'] }).toArray(10)
    assert.deepEqual([pages.length, seen.length], [2, 3])
    assert.equal(seen[2]?.url, '/crawl/crawl-1/pages?output=markdown%2Clinks&cursor=c1')
  })

  test('end with those that are there when that is requested', async (t) => {
    const { client, seen } = await stubService(t, script)
    const pages = await client.batchPages('batch-1', {}, { follow: false }).toArray(10)
    assert.deepEqual([pages.length, seen.length], [1, 2])
  })

  test('waiting for more ends with the signal', async (t) => {
    const { client } = await stubService(t, [reply([], 'c1', { complete: false })])
    const pages = client.crawlPages('crawl-1', {}, { signal: AbortSignal.timeout(100) })
    await assert.rejects(pages.toArray(1), { name: 'TimeoutError' })
  })
})
