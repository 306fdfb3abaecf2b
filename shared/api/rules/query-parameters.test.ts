import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJobPagesQuery, readLedgerQuery, readPageQuery } from './query-parameters.ts'

const page = (query: string) => readPageQuery(new URLSearchParams(query))
const ledger = (query: string) => readLedgerQuery(new URLSearchParams(query))

/** Returns pointer and code of every problem. */
function refused(query: string): [pointer: string, code: string][] {
  const result = ledger(query)
  assert.equal(result.ok, false, query)
  return result.ok ? [] : result.errors.map(({ pointer, code }) => [pointer, code])
}

test('a query of nothing gets every default', () => {
  assert.deepEqual(page(''), { ok: true, query: { cursor: null, limit: 100 } })
  assert.deepEqual(ledger(''), { ok: true, query: { state: null, cursor: null, limit: 100 } })
})

test('parameters are read as what they are', () => {
  assert.deepEqual(page('limit=1000&cursor=a%2Bb'), { ok: true, query: { cursor: 'a+b', limit: 1_000 } })
  const query = { state: 'robots', cursor: null, limit: 1 }
  assert.deepEqual(ledger('state=robots&limit=1'), { ok: true, query })
  assert.equal(ledger('state=over_limit').ok, true)
})

for (const [query, pointer, code] of [
  ['limit=0', '/query/limit', 'validation_failed'],
  ['limit=1001', '/query/limit', 'validation_failed'],
  ['limit=99999999999999999999999', '/query/limit', 'validation_failed'],
  ['limit=', '/query/limit', 'validation_failed'],
  ['limit=-1', '/query/limit', 'validation_failed'],
  ['limit=1.0', '/query/limit', 'validation_failed'],
  ['limit=0x10', '/query/limit', 'validation_failed'],
  ['limit=1&limit=1', '/query/limit', 'validation_failed'],
  ['cursor=', '/query/cursor', 'validation_failed'],
  ['cursor=%00', '/query/cursor', 'validation_failed'],
  [`cursor=${'a'.repeat(1_025)}`, '/query/cursor', 'validation_failed'],
  ['state=done', '/query/state', 'validation_failed'],
  ['state=', '/query/state', 'validation_failed'],
  ['State=failed', '/query/State', 'unknown_field'],
  ['offset=5', '/query/offset', 'unknown_field'],
  ['a%2Fb=5', '/query/a~1b', 'unknown_field'],
  ['__proto__=5', '/query/__proto__', 'unknown_field'],
] as const) {
  test(`${query.slice(0, 60)} is refused as ${code} at ${pointer}`, () => {
    assert.deepEqual(refused(query), [[pointer, code]])
  })
}

test('all problems of a query are reported at once, with the rule and the value', () => {
  const result = ledger('state=done&limit=x&offset=1')
  assert.deepEqual(result.ok ? [] : result.errors.map(({ message }) => message), [
    '`query.offset` is not a field of this endpoint',
    '`query.state` must be one of `pending`, `leased`, `scraped`, `failed`, `excluded`, `robots`, `duplicate`, `over_limit`, `out_of_scope`, `trap`, `cancelled`, got "done"',
    '`query.limit` must be an integer from 1 to 1000, got "x"',
  ])
})

test('a list of jobs has no states', () => {
  const result = page('state=failed')
  assert.deepEqual(result.ok ? [] : result.errors.map(({ pointer, code }) => [pointer, code]), [
    ['/query/state', 'unknown_field'],
  ])
})

test('pages of a job have all results, some formats, or none', () => {
  const outputOf = (search: string) => {
    const result = readJobPagesQuery(new URLSearchParams(search))
    return result.ok ? result.query.output : result.errors.map(({ pointer }) => pointer)
  }
  assert.equal(outputOf(''), null)
  assert.deepEqual(outputOf('output=links,markdown'), ['links', 'markdown'])
  assert.deepEqual(outputOf('output=none'), [])
  assert.deepEqual(outputOf('output=none,markdown'), ['/query/output'])
  assert.deepEqual(outputOf('output=words'), ['/query/output/0'])
})
