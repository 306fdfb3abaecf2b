import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemBody, problems, summaryDetail } from './problems.ts'

test('a body has the members of RFC 9457 and those of the contract', () => {
  const errors = [{ pointer: '/a', code: 'unknown_field', message: 'no' }] as const
  assert.deepEqual(problemBody('unknown_field', { detail: 'no', instance: '/crawl', requestId: 'r', errors }), {
    type: 'https://seine.invalid/problems/unknown_field',
    title: 'Unknown field',
    status: 422,
    detail: 'no',
    instance: '/crawl',
    success: false,
    code: 'unknown_field',
    message: 'no',
    error: 'no',
    request_id: 'r',
    retryable: false,
    errors: [{ pointer: '/a', code: 'unknown_field', message: 'no' }],
  })
})

test('retry_after is there when it is known', () => {
  const facts = { detail: 'away', instance: '/', requestId: 'r' }
  assert.equal(problemBody('rate_limited', { ...facts, retryAfterSecs: 2 }).retry_after, 2)
  assert.equal('retry_after' in problemBody('rate_limited', facts), false)
})

test('every code has an error status, and what is our fault or passing is not the caller’s', () => {
  for (const [code, { status, retryable }] of Object.entries(problems)) {
    assert.ok(status >= 400 && status < 600, code)
    if (status < 500 && status !== 408 && status !== 429) assert.equal(retryable, false, code)
  }
  for (const code of ['workflow_service_unavailable', 'result_store_unavailable', 'session_busy'] as const) {
    assert.equal(problems[code].retryable, true)
  }
})

const problem = (message: string) => ({ pointer: '', code: 'validation_failed' as const, message })

test('the detail is the first message and the number of the others', () => {
  assert.equal(summaryDetail([problem('one')]), 'one')
  assert.equal(summaryDetail([problem('one'), problem('two'), problem('three')]), 'one (and 2 more, see errors)')
})
