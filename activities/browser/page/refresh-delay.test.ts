import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refreshDelayMs } from './refresh-delay.ts'

const at = 'http://a.test/page'

test('a refresh to another document has a delay', () => {
  assert.equal(refreshDelayMs('0; url=/next', at), 0)
  assert.equal(refreshDelayMs("3;URL='/next'", at), 3_000)
  assert.equal(refreshDelayMs('1.5, /next', at), 1_000)
  assert.equal(refreshDelayMs('2 url="/next" trailing', at), 2_000)
})

test('a refresh of the document itself has no delay', () => {
  assert.equal(refreshDelayMs('300', at), null)
  assert.equal(refreshDelayMs('0; url=/page', at), null)
  assert.equal(refreshDelayMs('0; url=', at), null)
})

test('a value that is no refresh by the standard has no delay', () => {
  assert.equal(refreshDelayMs('url=/next', at), null)
  assert.equal(refreshDelayMs('', at), null)
})
