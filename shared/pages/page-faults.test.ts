import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostSignOf, outcomeOfEgressError, remedyFor, retryAfterMs, type PageEnding } from './page-faults.ts'

const now = Date.parse('2026-01-01T00:00:00Z')

const attemptOf = (code: string, status: number | null, patch: Partial<PageEnding> = {}): PageEnding => ({
  method: 'GET',
  fault: { code, message: '' },
  status,
  headers: {},
  redirected: false,
  elsewhere: false,
  ...patch,
})
const after = (value: string) => ({ headers: { 'retry-after': value } })

/** Returns the remedy with a jitter that does not change the pauses. */
const remedy = (code: string, status: number | null, charged = 0, patch: Partial<PageEnding> = {}) =>
  remedyFor(attemptOf(code, status, patch), charged, 0.5)

describe('remedyFor', () => {
  it('lets the page wait without charge when the host asks to be left alone', () => {
    assert.deepEqual(remedy('http_status', 429, 2, after('7')), { kind: 'pause' })
    assert.deepEqual(remedy('http_status', 503, 2, after('1')), { kind: 'pause' })
    assert.deepEqual(remedy('http_status', 429), { kind: 'pause' })
    assert.deepEqual(remedy('http_status', 503, 2, after('soon')), { kind: 'pause' })
    assert.deepEqual(remedy('http_status', 503, 2, after(' ')), { kind: 'final' })
  })

  it('retries transient statuses and errors three times in all, with growing pauses', () => {
    for (const [code, status] of [
      ['http_status', 500],
      ['http_status', 502],
      ['http_status', 503],
      ['http_status', 504],
      ['http_status', 522],
      ['http_status', 524],
      ['http_status', 408],
      ['timeout', null],
      ['connect_error', null],
      ['connection_reset', null],
    ] as const) {
      assert.deepEqual(remedy(code, status, 0), { kind: 'retry', delayMs: 1_000 })
      assert.deepEqual(remedy(code, status, 1), { kind: 'retry', delayMs: 4_000 })
      assert.deepEqual(remedy(code, status, 2), { kind: 'final' })
    }
  })

  it('spreads pauses by a quarter either way', () => {
    const delays = [0, 1].map((jitter) => remedyFor(attemptOf('timeout', null), 0, jitter))
    assert.deepEqual(delays, [
      { kind: 'retry', delayMs: 750 },
      { kind: 'retry', delayMs: 1_250 },
    ])
  })

  it('retries a name that does not resolve once', () => {
    assert.deepEqual(remedy('dns_failure', null, 0), { kind: 'retry', delayMs: 5_000 })
    assert.deepEqual(remedy('dns_failure', null, 1), { kind: 'final' })
  })

  it('takes everything else as final', () => {
    for (const [code, status] of [
      ['http_status', 401],
      ['http_status', 403],
      ['http_status', 404],
      ['http_status', 410],
      ['http_status', 501],
      ['tls_failure', null],
      ['unsafe_target', null],
      ['body_too_large', 200],
      ['unsupported_content_type', 200],
      ['too_many_redirects', null],
    ] as const) {
      assert.deepEqual(remedy(code, status), { kind: 'final' }, `${code} ${status}`)
    }
  })

  it('repeats a request that changes things only where no server can have acted on it', () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      assert.equal(remedy('http_status', 429, 0, { method }).kind, 'pause')
      assert.equal(remedy('http_status', 503, 0, { method, ...after('1') }).kind, 'pause')
      assert.equal(remedy('dns_failure', null, 0, { method }).kind, 'retry')
      assert.equal(remedy('connect_error', null, 0, { method }).kind, 'retry')
      for (const [code, status] of [
        ['http_status', 500],
        ['http_status', 503],
        ['timeout', null],
        ['connection_reset', null],
      ] as const) {
        assert.equal(remedy(code, status, 0, { method }).kind, 'final', `${method} ${code} ${status}`)
      }
    }
  })

  it('takes a request that changes things for done once it was redirected', () => {
    const patch = { method: 'POST', redirected: true } as const
    assert.equal(remedy('connect_error', null, 0, patch).kind, 'final')
    assert.equal(remedy('http_status', 429, 0, patch).kind, 'final')
    assert.equal(remedy('connect_error', null, 0, { redirected: true }).kind, 'retry')
  })
})

describe('hostSignOf', () => {
  const sign = (code: string, status: number | null, patch: Partial<PageEnding> = {}) =>
    hostSignOf(attemptOf(code, status, patch), now)

  it('reads the pause that the host requests', () => {
    assert.deepEqual(sign('http_status', 429, after('7')), { kind: 'throttled', retryAfterMs: 7_000 })
    assert.deepEqual(sign('http_status', 503, after('7')), { kind: 'throttled', retryAfterMs: 7_000 })
    assert.deepEqual(sign('http_status', 429), { kind: 'throttled', retryAfterMs: null })
    assert.deepEqual(sign('http_status', 429, { method: 'POST' }), { kind: 'throttled', retryAfterMs: null })
  })

  it('uses the default pause when Retry-After is missing, unreadable or 0', () => {
    assert.deepEqual(sign('http_status', 503, after('soon')), { kind: 'throttled', retryAfterMs: null })
    assert.deepEqual(sign('http_status', 429, after('0')), { kind: 'throttled', retryAfterMs: null })
    assert.deepEqual(sign('http_status', 503, after('0')), { kind: 'throttled', retryAfterMs: null })
  })

  it('distinguishes a host that complains from one that does not answer and from one that was not asked', () => {
    assert.equal(sign('http_status', 503).kind, 'overloaded')
    for (const code of ['timeout', 'connect_error', 'connection_reset']) {
      assert.equal(sign(code, null).kind, 'unreachable', code)
    }
    for (const code of ['dns_failure', 'unsafe_target', 'tls_failure'])
      assert.equal(sign(code, null).kind, 'none', code)
    for (const code of ['too_many_redirects', 'decode_error', 'body_too_large']) {
      assert.equal(sign(code, null).kind, 'answered', code)
    }
    assert.equal(sign('http_status', 404).kind, 'answered')
    assert.equal(hostSignOf(attemptOf('', 200, { fault: null }), now).kind, 'answered')
  })

  it('does not blame the host for the one it redirects to, but keeps the pause that one asks for', () => {
    assert.equal(sign('timeout', null, { elsewhere: true }).kind, 'answered')
    assert.equal(sign('http_status', 503, { elsewhere: true }).kind, 'answered')
    assert.equal(sign('http_status', 429, { elsewhere: true }).kind, 'throttled')
  })
})

describe('retryAfterMs', () => {
  it('reads seconds and dates', () => {
    assert.equal(retryAfterMs('120', now), 120_000)
    assert.equal(retryAfterMs('Thu, 01 Jan 2026 00:00:30 GMT', now), 30_000)
    assert.equal(retryAfterMs('Thursday, 01-Jan-26 00:00:30 GMT', now), 30_000)
  })

  it('reads a date without a zone as UTC, wherever the worker is', () => {
    const { TZ } = process.env
    try {
      process.env['TZ'] = 'America/New_York'
      assert.equal(retryAfterMs('Thu Jan  1 00:00:30 2026', now), 30_000)
    } finally {
      if (TZ === undefined) delete process.env['TZ']
      else process.env['TZ'] = TZ
    }
  })

  it('reads a header that came twice', () => {
    assert.equal(retryAfterMs('120, 120', now), 120_000)
  })

  it('takes a date in the past as now and caps what is too long', () => {
    assert.equal(retryAfterMs('Thu, 01 Jan 2025 00:00:00 GMT', now), 0)
    assert.equal(retryAfterMs('999999', now), 300_000)
  })

  it('is null for nothing and for nonsense', () => {
    assert.equal(retryAfterMs(undefined, now), null)
    for (const text of ['soon', '', '-5', '1.5', '5s']) assert.equal(retryAfterMs(text, now), null, text)
  })
})

describe('outcomeOfEgressError', () => {
  it('keeps the outcomes callers can act on and folds the rest', () => {
    assert.equal(outcomeOfEgressError('timeout'), 'timeout')
    assert.equal(outcomeOfEgressError('unsafe_target'), 'unsafe_target')
    assert.equal(outcomeOfEgressError('connection_reset'), 'network_error')
  })
})
