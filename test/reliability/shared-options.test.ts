import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Row } from './row.ts'
import { rows } from './rows.ts'
import { sharedOptions } from './shared-options.ts'

const row = (settings: Pick<Row, 'stack' | 'shortStack' | 'runs'>): Row => ({
  id: 'R1',
  name: 'a row',
  method: 'Tries.',
  counted: 'Tries.',
  passMark: 'none',
  run: async () => await Promise.resolve([]),
  ...settings,
})

test('a shared stack has what any of its rows requests, and of two limits the higher one', () => {
  const options = sharedOptions([
    row({ stack: { browser: false, mail: true, environment: { SEINE_LIMIT_STREAMS: '900' } } }),
    row({ stack: { browser: false, environment: { SEINE_LIMIT_STREAMS: '1000' } }, shortStack: { SEINE_X: '1' } }),
  ])
  assert.deepEqual(options, { browser: false, mail: true, environment: { SEINE_LIMIT_STREAMS: '1000', SEINE_X: '1' } })
})

test('it has the login of a mail server that one of its rows requests', () => {
  const login = { user: 'seine', password: 'secret' }
  for (const mails of [[login, true] as const, [true, login] as const]) {
    assert.deepEqual(sharedOptions(mails.map((mail) => row({ stack: { mail } }))).mail, login)
  }
})

test('it has a browser worker when a row does not do without', () => {
  assert.equal(sharedOptions([row({ stack: { browser: false } }), row({})]).browser, true)
})

test('it has what the rows need that a row runs', () => {
  const runs = [row({ stack: { browser: false, erringStore: true } })]
  assert.deepEqual(sharedOptions([row({ runs })]), { browser: false, erringStore: true, environment: {} })
})

test('rows that contradict each other cannot share a stack', () => {
  for (const [name, one, other] of [
    ['SEINE_LOG_LEVEL', 'info', 'trace'],
    ['SEINE_SPOOL_MAX_BYTES', '0', '1048576'],
    ['SEINE_LIMIT_STREAMS', '900', 'many'],
  ] as const) {
    const asking = (value: string): Row => row({ stack: { environment: { [name]: value } } })
    assert.throws(() => sharedOptions([asking(one), asking(other)]), new RegExp(name))
  }
})

test('all rows can share one', () => {
  assert.doesNotThrow(() => sharedOptions(rows))
})
