import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSerpQuery } from './serp-query.ts'

const read = (query: string) => readSerpQuery(new URLSearchParams(query))

const defaults = {
  query: 'a',
  engine: 'google',
  country: null,
  language: null,
  numResults: 10,
  page: 1,
  safeSearch: 'moderate',
  timeRange: null,
  device: 'desktop',
  mode: 'full',
}

const good: readonly (readonly [query: string, expected: object])[] = [
  ['query=a', {}],
  ['q=a', {}],
  ['q=+a%0A%00++b+', { query: 'a b' }],
  ['q=%00a%00', { query: 'a' }],
  [`q=${encodeURIComponent('😀'.repeat(512))}`, { query: '😀'.repeat(512) }],
  ['q=a&language=zh-Hant-TW', { language: 'zh-Hant-TW' }],
  ['q=a&language=nb', { language: 'nb' }],
  [`q=${'x'.repeat(512)}`, { query: 'x'.repeat(512) }],
  ['q=a&engine=duckduckgo&device=mobile&mode=fast', { engine: 'duckduckgo', device: 'mobile', mode: 'fast' }],
  ['q=a&country=gb&language=en-gb', { country: 'GB', language: 'en-GB' }],
  ['q=a&num_results=100&page=10&time_range=y', { numResults: 100, page: 10, timeRange: 'y' }],
  ['q=a&safe_search=false', { safeSearch: 'off' }],
  ['q=a&safe_search=true', { safeSearch: 'strict' }],
]

for (const [query, expected] of good) {
  test(`accepts ${query.slice(0, 60)}`, () => {
    assert.deepEqual(read(query), { ok: true, query: { ...defaults, ...expected } })
  })
}

const bad: readonly (readonly [query: string, problems: readonly (readonly [string, string])[]])[] = [
  ['', [['/query/query', 'validation_failed']]],
  ['q=+', [['/query/q', 'validation_failed']]],
  ['q=%00%01', [['/query/q', 'validation_failed']]],
  [
    'q[]=a',
    [
      ['/query/query', 'validation_failed'],
      ['/query/q[]', 'unknown_field'],
    ],
  ],
  [
    'q=a&query=',
    [
      ['/query/q', 'invalid_combination'],
      ['/query/query', 'validation_failed'],
    ],
  ],
  ['q=a&page=1&page=2', [['/query/page', 'validation_failed']]],
  ['q=a&page=', [['/query/page', 'validation_failed']]],
  ['q=a&engine=', [['/query/engine', 'validation_failed']]],
  ['q=a&country=', [['/query/country', 'validation_failed']]],
  ['q=a&language=', [['/query/language', 'validation_failed']]],
  ['q=a&language=english', [['/query/language', 'validation_failed']]],
  ['q=a&language=und', [['/query/language', 'validation_failed']]],
  ['q=a&safe_search=1', [['/query/safe_search', 'validation_failed']]],
  [`q=${encodeURIComponent('😀'.repeat(513))}`, [['/query/q', 'validation_failed']]],
  ['query=', [['/query/query', 'validation_failed']]],
  ['q=a&query=a', [['/query/q', 'invalid_combination']]],
  ['q=a&q=b', [['/query/q', 'validation_failed']]],
  [`q=${'x'.repeat(513)}`, [['/query/q', 'validation_failed']]],
  ['q=a&engine=yahoo', [['/query/engine', 'validation_failed']]],
  ['q=a&country=DEU', [['/query/country', 'validation_failed']]],
  ['q=a&country=ZZ', [['/query/country', 'validation_failed']]],
  ['q=a&country=uk', [['/query/country', 'validation_failed']]],
  ['q=a&language=english_language', [['/query/language', 'validation_failed']]],
  [`q=a&language=${'a'.repeat(1_000)}`, [['/query/language', 'validation_failed']]],
  ['q=a&num_results=0', [['/query/num_results', 'validation_failed']]],
  ['q=a&num_results=101', [['/query/num_results', 'validation_failed']]],
  ['q=a&page=11', [['/query/page', 'validation_failed']]],
  ['q=a&page=1.5', [['/query/page', 'validation_failed']]],
  ['q=a&time_range=day', [['/query/time_range', 'validation_failed']]],
  ['q=a&numResults=5', [['/query/numResults', 'unknown_field']]],
  [
    'engine=x&what=1&country=1',
    [
      ['/query/query', 'validation_failed'],
      ['/query/engine', 'validation_failed'],
      ['/query/what', 'unknown_field'],
      ['/query/country', 'validation_failed'],
    ],
  ],
]

for (const [query, problems] of bad) {
  test(`refuses ${query.slice(0, 60)}`, () => {
    const result = read(query)
    const told = result.ok ? [] : result.errors.map(({ pointer, code }) => [pointer, code] as const)
    assert.deepEqual(new Map(told), new Map(problems))
    assert.equal(told.length, problems.length)
  })
}

test('another spelling of a parameter is answered with the right one', () => {
  const result = read('q=a&numResults=5')
  assert.match(result.ok ? '' : (result.errors[0]?.message ?? ''), /spells it `num_results`/)
})
