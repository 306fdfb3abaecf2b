import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalFields, scrapeSpellings } from './scrape-options.ts'
import { camelCase, knownSpelling } from './spelling.ts'

test('snake_case becomes camelCase', () => {
  assert.equal(camelCase('only_main_content'), 'onlyMainContent')
  assert.equal(camelCase('url'), 'url')
})

test('another spelling of a known field is recognised, another field is not', () => {
  const known = ['includePaths', 'limit']
  for (const name of ['include_paths', 'IncludePaths', 'include-paths', 'include paths']) {
    assert.equal(knownSpelling(name, known), 'includePaths')
  }
  assert.equal(knownSpelling('include', known), null)
  assert.equal(knownSpelling('constructor', known), null)
})

test('every page option is known in both spellings, the session in three', () => {
  assert.equal(scrapeSpellings.get('waitMs'), 'wait_ms')
  assert.equal(scrapeSpellings.get('wait_ms'), 'wait_ms')
  for (const name of ['session', 'sessionId', 'session_id']) assert.equal(scrapeSpellings.get(name), 'session_id')
})

test('options are renamed; of two spellings the first is used and the other reported', () => {
  const written = { waitMs: 5, wait_ms: 6, tag: null, nope: null, session: 's' }
  const { fields, given, clashes } = canonicalFields(written, scrapeSpellings)
  assert.deepEqual(fields, { wait_ms: 5, nope: null, session_id: 's' })
  assert.deepEqual(
    [...given],
    [
      ['wait_ms', 'waitMs'],
      ['session_id', 'session'],
    ],
  )
  assert.deepEqual(clashes, [['waitMs', 'wait_ms']])
})
