import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { outcomeOfEgressError, remedyFor, retryAfterMs } from './page-faults.ts'

const now = Date.parse('2026-01-01T00:00:00Z')
const remedy = (code: string, status: number | null, attempt = 0, retryAfter?: string) =>
  remedyFor({ code, message: '' }, status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }, attempt, now)

describe('remedyFor', () => {
  it('defers without charge when the host asks to be left alone', () => {
    assert.deepEqual(remedy('http_status', 429, 2, '7'), { kind: 'throttled', throttle: { retryAfterMs: 7_000 } })
    assert.deepEqual(remedy('http_status', 503, 2, '1'), { kind: 'throttled', throttle: { retryAfterMs: 1_000 } })
    assert.deepEqual(remedy('http_status', 429), { kind: 'throttled', throttle: { retryAfterMs: null } })
  })

  it('retries transient statuses and errors three times in all, with growing pauses', () => {
    for (const [code, status] of [
      ['http_status', 500],
      ['http_status', 503],
      ['http_status', 408],
      ['timeout', null],
      ['connection_reset', null],
    ] as const) {
      assert.deepEqual(remedy(code, status, 0), { kind: 'retry', delayMs: 1_000 })
      assert.deepEqual(remedy(code, status, 1), { kind: 'retry', delayMs: 4_000 })
      assert.deepEqual(remedy(code, status, 2), { kind: 'final' })
    }
  })

  it('retries a name that does not resolve once', () => {
    assert.deepEqual(remedy('dns_error', null, 0), { kind: 'retry', delayMs: 5_000 })
    assert.deepEqual(remedy('dns_error', null, 1), { kind: 'final' })
  })

  it('takes everything else as final', () => {
    for (const [code, status] of [
      ['http_status', 404],
      ['http_status', 410],
      ['http_status', 403],
      ['http_status', 501],
      ['tls_error', null],
      ['unsafe_target', null],
      ['body_too_large', 200],
      ['unsupported_content_type', 200],
      ['too_many_redirects', null],
    ] as const) {
      assert.deepEqual(remedy(code, status), { kind: 'final' }, `${code} ${status}`)
    }
  })
})

describe('retryAfterMs', () => {
  it('reads seconds and dates', () => {
    assert.equal(retryAfterMs('120', now), 120_000)
    assert.equal(retryAfterMs('Thu, 01 Jan 2026 00:00:30 GMT', now), 30_000)
  })

  it('takes a date in the past as now and caps what is too long', () => {
    assert.equal(retryAfterMs('Thu, 01 Jan 2025 00:00:00 GMT', now), 0)
    assert.equal(retryAfterMs('999999', now), 300_000)
  })

  it('is null for nothing and for nonsense', () => {
    assert.equal(retryAfterMs(undefined, now), null)
    assert.equal(retryAfterMs('soon', now), null)
  })
})

describe('outcomeOfEgressError', () => {
  it('keeps the outcomes callers can act on and folds the rest', () => {
    assert.equal(outcomeOfEgressError('timeout'), 'timeout')
    assert.equal(outcomeOfEgressError('unsafe_target'), 'unsafe_target')
    assert.equal(outcomeOfEgressError('connection_reset'), 'network_error')
  })
})
