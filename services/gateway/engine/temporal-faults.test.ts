import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServiceError } from '@temporalio/client'
import { EngineRefusedError, JobEngineUnavailableError } from './job-engine.ts'
import { engineFault } from './temporal-faults.ts'

/** Returns a gRPC error as the client wraps it. */
const wrapped = (code: number): Error =>
  new ServiceError('failed', { cause: Object.assign(new Error(`code ${code}`), { code, details: '', metadata: {} }) })

test('what passes by itself is unavailability', () => {
  for (const code of [1, 2, 4, 8, 10, 13, 14])
    assert.ok(engineFault(wrapped(code)) instanceof JobEngineUnavailableError, `${code}`)
  assert.ok(engineFault(new Error('Failed to connect before the deadline')) instanceof JobEngineUnavailableError)
})

test('what an operator must set right is a refusal that names its kind', () => {
  for (const code of [3, 5, 7, 9, 12, 16]) {
    const fault = engineFault(wrapped(code))
    assert.ok(fault instanceof EngineRefusedError, `${code}`)
    assert.match(fault.message, /^Temporal refuses: [A-Z_]+$/)
  }
  const missing = Object.assign(new Error('no namespace'), { name: 'NamespaceNotFoundError' })
  assert.ok(engineFault(missing) instanceof EngineRefusedError)
})

test('faults of our own stay what they are', () => {
  for (const error of [new TypeError('x'), new RangeError('y')]) {
    assert.equal(engineFault(error), error)
  }
})
