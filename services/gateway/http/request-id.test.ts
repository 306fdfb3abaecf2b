import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestIdFrom } from './request-id.ts'
import { testGateway } from '../testing/test-gateway.ts'

test('1 to 128 visible ASCII characters are taken as they are', () => {
  for (const given of ['a', 'req_1/2:3~!', 'x'.repeat(128)]) assert.equal(requestIdFrom(given), given)
})

test('anything else is replaced by a new id', () => {
  for (const given of [undefined, '', 'a b', 'a\tb', 'ü', '\u007f', 'x'.repeat(129)]) {
    const id = requestIdFrom(given)
    assert.match(id, /^req-[0-9a-f-]{36}$/)
    assert.notEqual(requestIdFrom(given), id)
  }
})

test('the id is in the header and the body of successes and problems', async (t) => {
  const { call } = await testGateway(t)
  for (const path of ['/version', '/nothing', '/crawl/x']) {
    const answer = await call('GET', path, { headers: { 'X-REQUEST-ID': 'mine-1' } })
    assert.equal(answer.headers.get('x-request-id'), 'mine-1')
    assert.equal(answer.body['request_id'], 'mine-1')
  }
})
