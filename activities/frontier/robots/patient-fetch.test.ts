import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'
import { loopbackEgress, startSite } from '../testing/loopback-site.ts'
import { fetchPatiently, type Patience } from './patient-fetch.ts'

/** Fetches from a site that answers with these statuses in turn; also returns the waits that were made. */
async function fetchFrom(context: TestContext, statuses: number[], headers: Record<string, string> = {}, now = 0) {
  const site = await startSite(context, (_path, response, { requests }) => {
    response.writeHead(statuses[requests.length - 1] ?? 200, headers).end('done')
  })
  const waits: number[] = []
  const patience: Patience = {
    retriesMax: 2,
    delayMs: 100,
    retryAfterMaxMs: 5_000,
    now: () => now,
    sleep: async (ms) => {
      waits.push(ms)
    },
  }
  const request = { url: site.origin, timeoutMs: 5_000, maxDecodedBytes: 100, maxRedirects: 0 }
  const outcome = await fetchPatiently(
    loopbackEgress(context),
    { ...request, signal: new AbortController().signal },
    patience,
  )
  return { outcome, waits, tries: site.requests.length }
}

describe('fetchPatiently', () => {
  it('tries again after throttling and server errors', async (context) => {
    const { outcome, waits } = await fetchFrom(context, [429, 503])
    assert.ok(!(outcome instanceof EgressError))
    assert.equal(outcome.status, 200)
    assert.deepEqual(waits, [100, 100])
  })

  it('returns the last answer when its patience is used up', async (context) => {
    const { outcome, tries } = await fetchFrom(context, [500, 502, 503, 200])
    assert.ok(!(outcome instanceof EgressError))
    assert.deepEqual([outcome.status, tries], [503, 3])
  })

  it('takes every other answer as it is', async (context) => {
    for (const status of [200, 304, 401, 404, 410]) {
      const { waits, tries } = await fetchFrom(context, [status])
      assert.deepEqual([tries, waits], [1, []], `status ${status}`)
    }
  })

  it('waits as long as Retry-After asks, within bounds', async (context) => {
    const now = Date.parse('2024-01-01T00:00:00Z')
    const waitFor = async (value: string) => (await fetchFrom(context, [503], { 'retry-after': value }, now)).waits
    assert.deepEqual(await waitFor('2'), [2_000])
    assert.deepEqual(await waitFor('0'), [100])
    assert.deepEqual(await waitFor('3600'), [5_000])
    assert.deepEqual(await waitFor('Mon, 01 Jan 2024 00:00:03 GMT'), [3_000])
    assert.deepEqual(await waitFor('Mon, 01 Jan 2018 00:00:00 GMT'), [100])
    assert.deepEqual(await waitFor('soon'), [100])
  })

  it('tries again after failures that may pass, and only those', async () => {
    const { signal } = new AbortController()
    const request = { url: 'http://127.0.0.1/', timeoutMs: 1, maxDecodedBytes: 1, maxRedirects: 0, signal }
    for (const [code, expected] of [
      ['timeout', 3],
      ['connection_reset', 3],
      ['unsafe_target', 1],
      ['tls_error', 1],
    ] as const) {
      let tries = 0
      const fetch = async () => {
        tries += 1
        throw new EgressError(code, code)
      }
      const patience = { retriesMax: 2, delayMs: 0, retryAfterMaxMs: 0, sleep: async () => undefined }
      const outcome = await fetchPatiently({ fetch }, request, patience)
      assert.ok(outcome instanceof EgressError)
      assert.deepEqual([outcome.code, tries], [code, expected])
    }
  })

  it('ends with the reason of the signal, also while it waits', async (context) => {
    const site = await startSite(context, (_path, response) => {
      response.writeHead(503).end()
      setImmediate(() => leave.abort(new Error('left')))
    })
    const leave = new AbortController()
    const request = { url: site.origin, timeoutMs: 5_000, maxDecodedBytes: 1, maxRedirects: 0, signal: leave.signal }
    const patience = { retriesMax: 1, delayMs: 60_000, retryAfterMaxMs: 0 }
    await assert.rejects(fetchPatiently(loopbackEgress(context), request, patience), /^Error: left$/)
    assert.equal(site.requests.length, 1)
  })
})
