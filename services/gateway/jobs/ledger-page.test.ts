import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadCursorError } from '@seine/activities/archive/ledger/ledger-reader.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { JobEngineUnavailableError } from '../engine/job-engine.ts'
import { testGateway, type Answer } from '../testing/test-gateway.ts'

const pointersOf = ({ body }: Answer): string[] =>
  ((body['errors'] ?? []) as { pointer: string }[]).map(({ pointer }) => pointer)

test('the ledger is returned in pages of the requested size', async (t) => {
  const { start, call, ledger } = await testGateway(t)
  const id = String((await start({ url: 'https://e.com/' })).body['id'])
  const line = { url: 'https://e.com/', state: 'scraped', depth: 0, parent: null } as const
  ledger.answer = { lines: [line], nextCursor: 'next' }
  const answer = await call('GET', `/crawl/${id}/urls?state=scraped&cursor=abc&limit=1`)
  assert.equal(answer.status, 200, answer.text)
  const { request_id: requestId, ...rest } = answer.body
  assert.deepEqual(rest, { data: [line], next_cursor: 'next' })
  assert.equal(requestId, answer.headers.get('x-request-id'))
  await call('GET', `/crawl/${id}/urls`)
  assert.deepEqual(ledger.asked, [
    [id, { state: 'scraped', cursor: 'abc', limit: 1 }],
    [id, { state: null, cursor: null, limit: 100 }],
  ])
})

test('the ledger of a batch is there too', async (t) => {
  const { startBatch, call, ledger } = await testGateway(t)
  const id = String((await startBatch({ urls: ['https://e.com/'] })).body['id'])
  ledger.answer = {
    lines: [{ index: 0, url: 'https://e.com/', state: 'pending', depth: 0, parent: null }],
    nextCursor: null,
  }
  const { body } = await call('GET', `/batch/scrape/${id}/urls`)
  assert.deepEqual([body['data'], body['next_cursor']], [ledger.answer.lines, null])
})

test('parameters that are wrong are refused by name', async (t) => {
  const { start, call, ledger } = await testGateway(t)
  const id = String((await start({ url: 'https://e.com/' })).body['id'])
  const wrong: [query: string, pointer: string, code: string][] = [
    ['limit=0', '/query/limit', 'validation_failed'],
    ['limit=1001', '/query/limit', 'validation_failed'],
    ['limit=x', '/query/limit', 'validation_failed'],
    ['state=done', '/query/state', 'validation_failed'],
    ['state=failed&state=failed', '/query/state', 'validation_failed'],
    ['cursor=', '/query/cursor', 'validation_failed'],
    ['Limit=1', '/query/Limit', 'unknown_field'],
  ]
  for (const [query, pointer, code] of wrong) {
    const answer = await call('GET', `/crawl/${id}/urls?${query}`)
    assert.deepEqual([answer.status, answer.body['code'], pointersOf(answer)], [422, code, [pointer]], query)
  }
  assert.deepEqual(ledger.asked, [])
})

test('a cursor of another list is refused by name', async (t) => {
  const { start, call, ledger } = await testGateway(t)
  const id = String((await start({ url: 'https://e.com/' })).body['id'])
  ledger.answer = new BadCursorError('no')
  const answer = await call('GET', `/crawl/${id}/urls?cursor=abc`)
  assert.deepEqual(
    [answer.status, answer.body['code'], pointersOf(answer)],
    [422, 'validation_failed', ['/query/cursor']],
  )
})

test('a job that has expired has no ledger', async (t) => {
  const { start, call, store } = await testGateway(t)
  const id = String((await start({ url: 'https://e.com/' })).body['id'])
  assert.equal((await call('GET', `/crawl/${id}/urls`)).status, 200)
  store.objects.clear()
  assert.equal((await call('GET', `/crawl/${id}/urls`)).status, 404)
})

test('the ledger needs the store and nothing else', async (t) => {
  const { start, call, store, engine, ledger } = await testGateway(t)
  const id = String((await start({ url: 'https://e.com/' })).body['id'])
  engine.fault = new JobEngineUnavailableError('away')
  assert.equal((await call('GET', `/crawl/${id}/urls`)).status, 200)
  ledger.answer = new StoreUnavailableError('away')
  assert.equal((await call('GET', `/crawl/${id}/urls`)).body['code'], 'result_store_unavailable')
  store.fault = new StoreUnavailableError('away')
  assert.equal((await call('GET', `/crawl/${id}/urls`)).body['code'], 'result_store_unavailable')
})
