import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../http/api-error.ts'
import { apiErrorFrom } from './problem-response.ts'

const exposed = (status: number, expose = true): Error => Object.assign(new Error('told'), { status, expose })

test('an error of the framework that blames the caller keeps to 4xx', () => {
  const codes = [400, 404, 413, 415, 418].map((status) => apiErrorFrom(exposed(status)).code)
  assert.deepEqual(codes, [
    'malformed_request',
    'not_found',
    'body_too_large',
    'unsupported_media_type',
    'malformed_request',
  ])
  assert.equal(apiErrorFrom(exposed(400)).message, 'told')
})

test('anything else that is thrown is a fault of ours and keeps its text to itself', () => {
  for (const thrown of [exposed(400, false), exposed(500), new Error('c4n4ry'), 'c4n4ry', null, undefined]) {
    const error = apiErrorFrom(thrown)
    assert.equal(error.code, 'internal_error')
    assert.doesNotMatch(error.message, /c4n4ry|told/)
    assert.equal(error.cause, thrown)
  }
})

test('a problem passes as it is', () => {
  const error = new ApiError('forbidden', 'no')
  assert.equal(apiErrorFrom(error), error)
})
