import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type EgressResponse } from '@seine/shared/egress/connections/contract.ts'
import { EgressError, type RedirectHop } from '@seine/shared/egress/connections/egress-error.ts'
import { answeredAttempt, unansweredAttempt, type AttemptStart } from './page-attempt-http.ts'
import { attemptOfClass, PageAttempts } from './page-attempts.ts'

const start = (): AttemptStart => ({
  index: 3,
  tier: 'enhanced',
  geolocation: 'DE',
  startedAtMs: Date.parse('2026-03-01T00:00:00Z'),
  beganMs: performance.now(),
  sentBytes: 200,
})
const hop: RedirectHop = { url: 'http://site.test/', status: 301, location: 'http://site.test/b' }
const response = (patch: Partial<EgressResponse> = {}): EgressResponse => ({
  url: 'http://site.test/b',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: new Uint8Array(50),
  truncated: false,
  redirects: [hop],
  stoppedAt: null,
  wireBytes: 20,
  elapsedMs: 1,
  ...patch,
})
const counted = ({
  requests_total: total,
  requests_finished: finished,
  requests_failed: failed,
  ...attempt
}: ReturnType<typeof answeredAttempt>) => ({
  total,
  finished,
  failed,
  blocked: attempt.requests_blocked,
  redirected: attempt.requests_redirected,
})

describe('the record of an attempt by HTTP', () => {
  it('counts every hop as a document, and bytes as they came', () => {
    const attempt = answeredAttempt(start(), response())
    assert.deepEqual(counted(attempt), { total: 2, finished: 2, failed: 0, blocked: 0, redirected: 1 })
    assert.equal(attempt.requests_by_type.document, 2)
    // 20 bytes of body; the rest is `content-type: text/html` with its line end.
    assert.deepEqual([attempt.bytes_received, attempt.bytes_decoded, attempt.bytes_sent], [45, 50, 200])
    assert.deepEqual(
      [attempt.index, attempt.strategy, attempt.proxy_tier, attempt.geolocation, attempt.http_status],
      [3, 'http_enhanced', 'enhanced', 'DE', 200],
    )
    assert.equal(attempt.error, undefined)
  })

  it('counts a redirect that was not followed as the answer', () => {
    const stopped = response({ status: 301, stoppedAt: 'http://site.test/b' })
    assert.deepEqual(counted(answeredAttempt(start(), stopped)), {
      total: 1,
      finished: 1,
      failed: 0,
      blocked: 0,
      redirected: 0,
    })
  })

  it('says of an exchange without an answer how far it came', () => {
    const rows = [
      ['timeout', { total: 2, finished: 1, failed: 1, blocked: 0, redirected: 1 }, 'timeout'],
      ['unsafe_target', { total: 2, finished: 1, failed: 0, blocked: 1, redirected: 1 }, 'unsafe_target'],
      ['too_many_redirects', { total: 1, finished: 1, failed: 0, blocked: 0, redirected: 1 }, 'network_error'],
      ['proxy_error', { total: 2, finished: 1, failed: 1, blocked: 0, redirected: 1 }, 'proxy_error'],
    ] as const
    for (const [code, counts, outcome] of rows) {
      const error = new EgressError(code, 'why', { redirects: [hop] })
      const attempt = unansweredAttempt(start(), error, { code, message: 'why' })
      assert.deepEqual(counted(attempt), counts, code)
      assert.deepEqual([attempt.outcome, attempt.success, attempt.error], [outcome, false, { code, message: 'why' }])
    }
  })
})

describe('the outcome of an attempt, by its answer', () => {
  const attempt = answeredAttempt(start(), response())

  it('is a success again when a rejected answer is used after all', () => {
    const shell = { kind: 'js_shell' as const, reasons: ['mount'] }
    const passed = attemptOfClass(attempt, shell, null, false)
    assert.deepEqual([passed.success, passed.outcome], [false, 'js_shell'])
    const refused = attemptOfClass(attempt, { kind: 'refused', signal: null }, null, false)
    assert.deepEqual([refused.success, refused.outcome], [false, 'blocked'])
    const standing = attemptOfClass(attempt, { kind: 'refused', signal: null }, null, true)
    assert.deepEqual([standing.success, standing.outcome], [true, 'success'])
  })

  it('names what the answer lacks', () => {
    const outcome = (code: string) => attemptOfClass(attempt, { kind: 'page' }, { code, message: '' }, true).outcome
    assert.equal(outcome('http_status'), 'http_error')
    assert.equal(outcome('encrypted_document'), 'empty')
    assert.equal(
      attemptOfClass(attempt, { kind: 'failed' }, { code: 'robots', message: '' }, true).outcome,
      'http_error',
    )
  })
})

describe('the attempts at a page', () => {
  it('are numbered after those that were made before', () => {
    const attempts = new PageAttempts([{ index: 2 }, { index: 1 }])
    assert.equal(attempts.last, null)
    const attempt = answeredAttempt(start(), response())
    attempts.add(attempt, attempt)
    assert.deepEqual(
      attempts.list.map(({ index }) => index),
      [3, 4],
    )
    attempts.amend({ ...attempts.get(3)!, success: false })
    assert.deepEqual(
      attempts.list.map(({ success }) => success),
      [false, true],
    )
  })
})
