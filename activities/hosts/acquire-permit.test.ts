import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EgressRequest, EgressResponse } from '@seine/shared/egress/connections/contract.ts'
import { fetchWithPermit, robotsUser } from './fetch-with-permit.ts'
import { HostDesk } from './host-desk.ts'
import { HostUnavailableError, acquirePermit } from './acquire-permit.ts'

const host = 'site.test'
const user = { tenant: 'a', work: 'scrape' }
const signal = new AbortController().signal

/** Makes the host ask for a rest. */
function throttle(desk: HostDesk, retryAfterMs: number): void {
  const seat = desk.join(host, { tenant: 'b', work: 'job' }, () => undefined)
  seat.tryStart()!.end({ kind: 'throttled', retryAfterMs })
  seat.leave()
}

describe('a permit that is waited for', () => {
  it('comes when the rest of the host is over', async () => {
    const desk = new HostDesk()
    const startedMs = performance.now()
    throttle(desk, 100)
    await acquirePermit(desk, host, user, { waitMs: 1_000, signal })
    const waitedMs = performance.now() - startedMs
    assert.ok(waitedMs >= 98, `${waitedMs} ms`)
  })

  it('is not waited for when the host rests longer than the wait: the error names the rest', async () => {
    const desk = new HostDesk()
    throttle(desk, 60_000)
    const startedMs = performance.now()
    await assert.rejects(acquirePermit(desk, host, user, { waitMs: 5_000, signal }), (error) => {
      assert.ok(error instanceof HostUnavailableError)
      assert.equal(error.message, 'site.test has asked for a pause, which lasts 60 s more')
      assert.ok(error.pauseMs! > 59_000)
      return true
    })
    assert.ok(performance.now() - startedMs < 1_000)
  })

  it('is abandoned at once when the host asks another for a longer rest meanwhile', async () => {
    const desk = new HostDesk()
    const seat = desk.join(host, { tenant: 'b', work: 'job' }, () => undefined)
    const turns = Array.from({ length: 32 }, () => seat.tryStart()!)
    const waiting = acquirePermit(desk, host, user, { waitMs: 5_000, signal })
    const startedMs = performance.now()
    turns[0]!.end({ kind: 'throttled', retryAfterMs: 60_000 })
    await assert.rejects(waiting, { name: 'HostUnavailableError', message: /a pause, which lasts 60 s/ })
    assert.ok(performance.now() - startedMs < 1_000)
  })

  it('is abandoned when the wait or the caller ends, and leaves the turn to others', async () => {
    const desk = new HostDesk()
    const seat = desk.join(host, { tenant: 'b', work: 'job' }, () => undefined)
    const turns = Array.from({ length: 32 }, () => seat.tryStart()!)
    await assert.rejects(acquirePermit(desk, host, user, { waitMs: 20, signal }), /no turn within/)
    const gone = new AbortController()
    const waiting = acquirePermit(desk, host, user, { waitMs: 10_000, signal: gone.signal })
    gone.abort(new Error('the caller left'))
    await assert.rejects(waiting, /the caller left/)
    turns[0]!.end({ kind: 'answered' })
    assert.ok(seat.tryStart() !== null)
  })
})

describe('files that discovery fetches', () => {
  it('do not wait for the pages in flight that wait for a robots.txt', async () => {
    const desk = new HostDesk()
    const seat = desk.join(host, { tenant: 'a', work: 'job' }, () => undefined)
    while (seat.tryStart() !== null);
    const egress = { fetch: async () => await Promise.resolve({ status: 200, headers: {}, url: '' } as EgressResponse) }
    const soon = AbortSignal.timeout(1_000)
    const request = { url: `https://${host}/robots.txt`, timeoutMs: 1_000, maxDecodedBytes: 1, maxRedirects: 0 }
    await fetchWithPermit(egress, desk, robotsUser).fetch({ ...request, signal: soon })
    const page = fetchWithPermit(egress, desk, user).fetch({ ...request, signal: AbortSignal.timeout(50) })
    await assert.rejects(page, { name: 'TimeoutError' })
  })

  it('wait for their turn, keep the crawl-delay, and report a refusal', async () => {
    const desk = new HostDesk()
    const startsMs: number[] = []
    const answer = { status: 200, headers: {} as Record<string, string> }
    const egress = {
      fetch: async ({ url }: EgressRequest) => {
        startsMs.push(performance.now())
        await sleep(1)
        return { ...answer, url } as unknown as EgressResponse
      },
    }
    desk.join(host, { tenant: 'b', work: 'job' }, () => undefined).bindCrawlDelay('http://site.test', 100)
    const client = fetchWithPermit(egress, desk, user)
    const request = { url: `http://${host}/robots.txt`, timeoutMs: 1_000, maxDecodedBytes: 1, maxRedirects: 0, signal }
    await client.fetch(request)
    answer.status = 429
    answer.headers = { 'retry-after': '7' }
    await client.fetch(request)
    // On a busy machine the first request may be recorded later than it was permitted.
    assert.ok(startsMs[1]! - startsMs[0]! >= 50)
    const restMs = desk.join(host, user, () => undefined).pauseLeftMs()
    assert.ok(restMs > 6_000 && restMs <= 7_000, `${restMs} ms`)
  })
})
