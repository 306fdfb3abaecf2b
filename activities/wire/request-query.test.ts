import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestQuery } from './request-query.ts'

test('a body is the query that players compute', () => {
  const form = '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1 2\r\n--X--'
  // As warcio.js 2.4.11 computes them.
  for (const [type, body, query] of [
    ['application/x-www-form-urlencoded', 'a=1&b=%20', 'a=1&b=%20'],
    [
      'application/json; charset=utf-8',
      '{"q":"a b","n":[1,2,{"q":true}],"z":null,"e":""}',
      'q=a+b&n=1&n.2_=2&q.2_=true&z=null',
    ],
    ['application/json', 'no JSON', ''],
    ['text/plain', '{"a":1}', 'a=1'],
    ['multipart/form-data; boundary=X', form, 'a=1+2'],
    ['application/octet-stream', 'ab\u00ff', '__wb_post_data=YWLDvw=='],
    ['', '', '__wb_post_data='],
  ] as const) {
    assert.equal(requestQuery(type, Buffer.from(body)), query, type)
  }
})

test('JSON of any depth and bodies of any size are queries of bounded size', () => {
  const deep = `${'['.repeat(200_000)}1${']'.repeat(200_000)}`
  assert.equal(requestQuery('application/json', Buffer.from(deep)), '=1')
  const wide = JSON.stringify(Array.from({ length: 300_000 }, () => 'same'))
  assert.ok(requestQuery('application/json', Buffer.from(wide)).startsWith('=same&.2_=same&.3_=same'))
  assert.ok(requestQuery('text/x', Buffer.alloc(1_000_000)).length < 20_000)
})
