import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { PageAnswer } from '@seine/shared/pages/page.ts'
import { problemOf } from './scrape-problem.ts'

const nowMs = Date.parse('2026-11-22T12:00:00Z')

const attemptsWith = (...outcomes: Attempt['outcome'][]): Attempt[] =>
  outcomes.map((outcome, at) => ({ index: at + 1, outcome }) as Attempt)

const answered = (headers: Record<string, string>): PageAnswer => ({
  finalUrl: 'https://e.com/',
  status: 429,
  headers,
  truncated: false,
  extracted: null,
})

const codeFor = (fault: string, ...outcomes: Attempt['outcome'][]): string =>
  problemOf({ answer: null, attempts: attemptsWith(...outcomes) }, { code: fault, message: 'm' }, nowMs).code

test('faults with a specific meaning keep it', () => {
  assert.equal(codeFor('target_blocked', 'blocked', 'blocked'), 'target_blocked')
  assert.equal(codeFor('unsafe_target', 'unsafe_target'), 'unsafe_target')
  assert.equal(codeFor('budget_exceeded', 'timeout'), 'budget_exceeded')
  assert.equal(codeFor('proxy_not_configured'), 'proxy_not_configured')
  assert.equal(codeFor('browser_unavailable', 'blocked'), 'browser_unavailable')
})

test('attempts that all ended in the same way are named after it, any other end is a failure of all', () => {
  assert.equal(codeFor('dns_failure', 'dns_error', 'dns_error'), 'dns_failure')
  assert.equal(codeFor('tls_failure', 'tls_error'), 'tls_failure')
  assert.equal(codeFor('proxy_failure', 'proxy_error', 'proxy_error'), 'proxy_failure')
  assert.equal(codeFor('dns_failure', 'js_shell', 'dns_error'), 'all_attempts_failed')
  assert.equal(codeFor('timeout', 'timeout', 'timeout'), 'all_attempts_failed')
  assert.equal(codeFor('unsupported_content_type', 'empty'), 'all_attempts_failed')
  assert.equal(codeFor('constructor', 'success'), 'all_attempts_failed')
  assert.equal(codeFor('dns_failure'), 'all_attempts_failed')
})

test('the problem has the words of the last fault and every attempt', () => {
  const attempts = attemptsWith('timeout', 'network_error')
  const problem = problemOf({ answer: null, attempts }, { code: 'connection_reset', message: 'cut off' }, nowMs)
  assert.deepEqual(problem, { kind: 'problem', code: 'all_attempts_failed', detail: 'cut off', attempts })
})

test('a target that blocks and names a time is quoted, in seconds', () => {
  const after = (value: string, code = 'target_blocked'): number | undefined =>
    problemOf({ answer: answered({ 'retry-after': value }), attempts: [] }, { code, message: 'm' }, nowMs)
      .retryAfterSecs
  assert.equal(after('17'), 17)
  assert.equal(after('Sun, 22 Nov 2026 12:00:30 GMT'), 30)
  assert.equal(after('soon'), undefined)
  assert.equal(after('17', 'timeout'), undefined)
})
