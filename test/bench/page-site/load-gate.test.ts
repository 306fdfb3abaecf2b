import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LoadGate } from './load-gate.ts'

test('what ends a load waits for its own calls alone', () => {
  const gate = new LoadGate(2)
  const sent: string[] = []
  gate.hold('a', () => sent.push('a'))
  gate.answered('a')
  gate.answered('b')
  assert.equal(sent.length, 0)
  gate.answered('a')
  assert.equal(sent.length, 1)
  gate.hold('a', () => sent.push('again'))
  assert.deepEqual(sent, ['a', 'again'])
})
