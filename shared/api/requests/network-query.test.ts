import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallFilter } from '../../tasks/browser-page.ts'
import { readNetworkQuery } from './network-query.ts'

const everything: CallFilter = { resourceTypes: [], urlPattern: null, host: null }

const good: readonly (readonly [query: string, filter: Partial<CallFilter>])[] = [
  ['', {}],
  ['resource_type=xhr', { resourceTypes: ['xhr'] }],
  ['resource_type=xhr,fetch', { resourceTypes: ['xhr', 'fetch'] }],
  ['resource_type=xhr&resource_type=fetch,xhr', { resourceTypes: ['xhr', 'fetch'] }],
  ['url_pattern=%2Fapi%2Fv%5Cd', { urlPattern: String.raw`/api/v\d` }],
  ['host=API.e.com', { host: 'api.e.com' }],
  ['host=m%C3%BCnchen.de', { host: 'xn--mnchen-3ya.de' }],
  ['host=127.0.0.1', { host: '127.0.0.1' }],
  ['host=%5B::1%5D', { host: '[::1]' }],
  ['host=e.com&url_pattern=a&resource_type=document', { resourceTypes: ['document'], urlPattern: 'a', host: 'e.com' }],
]

for (const [query, filter] of good) {
  test(`"${query}" is accepted`, () => {
    const result = readNetworkQuery(new URLSearchParams(query))
    assert.deepEqual(result, { ok: true, query: { ...everything, ...filter } })
  })
}

const wrong: readonly (readonly [query: string, pointer: string, code: string])[] = [
  ['resource_type=', '/query/resource_type/0', 'validation_failed'],
  ['resource_type=image', '/query/resource_type/0', 'validation_failed'],
  ['resource_type=xhr,XHR', '/query/resource_type/1', 'validation_failed'],
  ['url_pattern=', '/query/url_pattern', 'validation_failed'],
  ['url_pattern=(%3F%3Da)', '/query/url_pattern', 'unsupported_pattern'],
  ['url_pattern=(', '/query/url_pattern', 'validation_failed'],
  ['url_pattern=a&url_pattern=b', '/query/url_pattern', 'validation_failed'],
  ['url_pattern=a[ab]{880}[c-f]', '/query/url_pattern', 'unsupported_pattern'],
  [`url_pattern=${'a'.repeat(1_025)}`, '/query/url_pattern', 'validation_failed'],
  ['host=', '/query/host', 'validation_failed'],
  ['host=e.com:80', '/query/host', 'validation_failed'],
  ['host=e.com:443', '/query/host', 'validation_failed'],
  ['host=e.com/a', '/query/host', 'validation_failed'],
  ['host=a@e.com', '/query/host', 'validation_failed'],
  ['host=a b', '/query/host', 'validation_failed'],
  ['resourceType=xhr', '/query/resourceType', 'unknown_field'],
  ['har=1', '/query/har', 'unknown_field'],
]

for (const [query, pointer, code] of wrong) {
  test(`"${query.slice(0, 60)}" is refused with ${code}`, () => {
    const result = readNetworkQuery(new URLSearchParams(query))
    assert.deepEqual(result.ok ? [] : result.errors.map((each) => [each.pointer, each.code]), [[pointer, code]])
  })
}
