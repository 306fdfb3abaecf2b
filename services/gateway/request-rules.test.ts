import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newJobId, putRecord } from './testing/fake-ports.ts'
import { testGateway } from './testing/test-gateway.ts'

test('HEAD answers as GET does, without a body', async (t) => {
  const { call, store } = await testGateway(t)
  const id = newJobId()
  putRecord(store, id)
  for (const [path, status] of [
    [`/crawl/${id}`, 200],
    [`/crawl/${newJobId()}`, 404],
    ['/healthz', 200],
    ['/crawl/active', 200],
  ] as const) {
    const [head, get] = [await call('HEAD', path), await call('GET', path)]
    assert.deepEqual([head.status, head.text], [status, ''], path)
    for (const name of ['content-type', 'content-length']) {
      assert.equal(head.headers.get(name), get.headers.get(name), `${path}: ${name}`)
    }
  }
})

test('OPTIONS and other methods get the allowed methods of a path, with and without a key', async (t) => {
  const { call } = await testGateway(t)
  const takes = [
    ['/crawl', 'POST'],
    [`/crawl/${newJobId()}`, 'GET, HEAD, DELETE'],
    ['/crawl/active', 'GET, HEAD'],
    [`/v1/batch/scrape/${newJobId('batch')}/webhooks`, 'GET, HEAD'],
    [`/crawl/${newJobId()}/webhooks/evt/redeliver`, 'POST'],
  ] as const
  for (const method of ['OPTIONS', 'PATCH', 'PUT']) {
    for (const [path, allow] of takes) {
      for (const key of ['acme-key', null]) {
        const answer = await call(method, path, { key })
        assert.deepEqual([answer.status, answer.headers.get('allow')], [405, allow], `${method} ${path}`)
      }
    }
  }
})

test('the prefix alone, twice, or in another case leads nowhere', async (t) => {
  const { call } = await testGateway(t)
  for (const path of ['/v1', '/v1/', '/v1/v1/healthz', '/V1/healthz', '/V2/scrape', '//healthz', '/Healthz']) {
    const answer = await call('GET', path)
    assert.deepEqual([answer.status, answer.body['code']], [404, 'not_found'], path)
    assert.equal(answer.body['instance'], path)
  }
})

test('ids are compared by their characters, however escaped, and with their case', async (t) => {
  const { call, store } = await testGateway(t)
  const id = newJobId()
  putRecord(store, id)
  assert.equal((await call('GET', `/crawl/%63rawl%2d${id.slice('crawl-'.length)}`)).body['id'], id)
  for (const other of [id.toUpperCase(), `Crawl-${id.slice(6)}`, `${id}%00`, `${id}%2furls`, `${id}%20`, '..%2f..']) {
    const { status, body } = await call('GET', `/crawl/${other}`)
    assert.equal(status, 404, other)
    assert.match(String(body['code']), /^(?:job_)?not_found$/)
  }
})

test('a route without parameters ignores the query, whatever is in it', async (t) => {
  const { call, store } = await testGateway(t)
  const id = newJobId()
  putRecord(store, id)
  const answer = await call('GET', `/crawl/${id}?limit=0&limit=x&%zz&__proto__[a]=1`)
  assert.equal(answer.status, 200)
  assert.equal((await call('GET', `/crawl/nope?token=a`)).body['instance'], '/crawl/nope')
})

test('a request id that is not well-formed is replaced, in header and body alike', async (t) => {
  const { call } = await testGateway(t)
  for (const given of ['a b', 'x'.repeat(129), '', 'é']) {
    const { headers, body } = await call('GET', '/version', { headers: { 'x-request-id': given } })
    const id = headers.get('x-request-id')
    assert.match(id ?? '', /^req-[0-9a-f-]{36}$/)
    assert.equal(body['request_id'], id)
  }
  const kept = await call('GET', '/nope', { headers: { 'x-request-id': '~'.repeat(128) } })
  assert.equal(kept.body['request_id'], '~'.repeat(128))
})

test('null is an omitted field, and a country has no case', async (t) => {
  const { start, engine } = await testGateway(t)
  const nothing = { limit: null, webhook: null, email: null, scrape: { geolocation: null, tag: null }, sitemap: null }
  assert.equal((await start({ url: 'https://e.com/', ...nothing })).status, 202)
  assert.equal((await start({ url: 'https://e.com/' })).status, 202)
  const [explicit, plain] = engine.started.map(({ id: _id, createdAt: _at, requestId: _request, ...rest }) => rest)
  assert.deepEqual(explicit, plain)
  for (const geolocation of ['DE', 'de', 'dE']) {
    assert.equal((await start({ url: 'https://e.com/', scrape: { geolocation } })).status, 202)
  }
  assert.deepEqual(
    engine.started.slice(2).map(({ page }) => page.browser.geolocation),
    ['DE', 'DE', 'DE'],
  )
})
