import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fittingPayload } from './payload-size.ts'

it('passes on what fits, and refuses what does not by name, size and bound', () => {
  const value = { text: 'ü'.repeat(10) }
  assert.equal(fittingPayload('it', value, 31), value)
  assert.throws(() => fittingPayload('it', value, 30), {
    name: 'RangeError',
    message: 'it is 31 bytes long; at most 30 go into a history',
  })
})
