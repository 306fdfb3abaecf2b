import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkHeaders, type HeaderBounds } from './header-rules.ts'
import { ProblemList } from './problem-list.ts'

function problemsOf(headers: Record<string, unknown>, bounds: HeaderBounds = {}): string[] {
  const list = new ProblemList()
  checkHeaders(headers, '/h', bounds, list)
  return list.problems.map(({ message }) => message)
}

test('ordinary headers pass, credentials for the receiver included', () => {
  assert.deepEqual(problemsOf({ Authorization: 'Bearer x', 'X-Team': 'a b', Accept: '*/*' }), [])
})

test('headers of the connection are reserved in any case', () => {
  for (const name of [
    'Host',
    'CONTENT-LENGTH',
    'transfer-encoding',
    'Connection',
    'Upgrade',
    'TE',
    'Proxy-Authorization',
  ]) {
    assert.deepEqual(problemsOf({ [name]: 'x' }), [`\`h.${name}\` is a reserved header`])
  }
})

test('further names and prefixes can be reserved', () => {
  const bounds = { reserved: ['cookie'], reservedPrefixes: ['webhook-'] }
  assert.deepEqual(problemsOf({ Cookie: 'x', 'Webhook-Signature': 'y', 'my-webhook-id': 'z' }, bounds), [
    '`h.Cookie` is a reserved header',
    '`h.Webhook-Signature` is a reserved header',
  ])
})

test('names that are no tokens and values that break out are refused, without the value', () => {
  assert.deepEqual(problemsOf({ 'a b': 'x', 'a:b': 'x', '': 'x' }).length, 3)
  assert.deepEqual(problemsOf({ 'x-a': 'secret\r\nHost: e' }), ['`h.x-a` must not contain CR, LF or NUL'])
  assert.deepEqual(problemsOf({ 'x-a': 'sec\0ret' }), ['`h.x-a` must not contain CR, LF or NUL'])
})

test('values that no header can carry are refused', () => {
  const rule = 'must have only Latin-1 characters and no control characters'
  for (const value of ['snow \u2603', 'bell \u0007', 'delete \u007f']) {
    assert.deepEqual(problemsOf({ 'x-a': value }), [`\`h.x-a\` ${rule}`], value)
  }
  assert.deepEqual(problemsOf({ 'x-a': 'caf\u00e9\tau lait', 'x-b': '' }), [])
})

test('one header in two spellings of its case is refused', () => {
  assert.deepEqual(problemsOf({ 'X-A': '1', 'x-a': '2' }), ['`h.x-a` is given twice in different case'])
})

test('values and the whole have bounds', () => {
  assert.deepEqual(problemsOf({ a: 'x'.repeat(11) }, { valueMaxCharacters: 10 }), [
    '`h.a` must have at most 10 characters',
  ])
  assert.deepEqual(problemsOf({ a: 'ü'.repeat(5) }, { totalMaxBytes: 10 }), ['`h` must have at most 10 bytes in all'])
  assert.deepEqual(problemsOf({ a: 'ü'.repeat(4), b: 5 }, { totalMaxBytes: 10 }), [])
})
