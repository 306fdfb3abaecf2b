import assert from 'node:assert/strict'
import { it } from 'node:test'
import { temporalLimits } from '../config/limits.ts'
import { fittingMemo, fittingPayload, furtherWarnings, payloadBytes } from './payload-size.ts'

it('passes on what fits, and refuses what does not by name, size and bound', () => {
  const value = { text: 'ü'.repeat(10) }
  assert.equal(fittingPayload('it', value, 31), value)
  assert.throws(() => fittingPayload('it', value, 30), {
    name: 'RangeError',
    message: 'it is 31 bytes long; at most 30 go into a history',
  })
})

it('leaves the last warnings out of a memo that is too large', () => {
  const { memoMaxBytes } = temporalLimits
  const counters = { total: 1, completed: 1, failed: 0, pending: 0 }
  // A control character is six bytes in JSON.
  const warnings = Array.from({ length: 8 }, (_, at) => `${at}${'\u0001'.repeat(300)}`)
  const memo = fittingMemo({ counters, warnings, paused: false }, memoMaxBytes)
  assert.ok(payloadBytes({ counters, warnings }) > memoMaxBytes)
  assert.ok(payloadBytes(memo) <= memoMaxBytes)
  assert.deepEqual(memo, { counters, warnings: [...warnings.slice(0, 4), furtherWarnings], paused: false })
  const small = { warnings: ['a', 'b'] }
  assert.equal(fittingMemo(small, memoMaxBytes), small)
})
