import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OpenRequest } from '../recorder/contract.ts'
import { AttemptClock } from '../time/attempt-clock.ts'
import { awaitNetworkIdle, IdleWatch } from './network-idle.ts'

const request = (over: Partial<OpenRequest> = {}): OpenRequest => ({
  url: 'http://a.test/data',
  resourceType: 'fetch',
  startedAtMs: 0,
  ...over,
})

/** A watch over requests that the test adds and removes. */
function watched(open: OpenRequest[], timesAsked = 1): IdleWatch {
  return new IdleWatch({ open: () => open, timesRequested: () => timesAsked })
}

describe('idle watch', () => {
  it('is idle after half a second without requests', () => {
    const watch = watched([])
    assert.equal(watch.look(1_000), 500)
    assert.equal(watch.look(1_400), 100)
    assert.equal(watch.look(1_500), 'idle')
  })

  it('starts again after every request', () => {
    const open: OpenRequest[] = []
    const watch = watched(open)
    watch.look(0)
    open.push(request({ startedAtMs: 400 }))
    assert.notEqual(watch.look(400), 'idle')
    open.length = 0
    assert.equal(watch.look(600), 500)
    assert.equal(watch.look(1_100), 'idle')
  })

  it('forgets a request once it has been open for five seconds', () => {
    const watch = watched([request()])
    assert.equal(watch.look(1_000), 4_000)
    assert.equal(watch.look(5_000), 500)
    assert.equal(watch.look(5_500), 'idle')
  })

  const uncounted: [string, OpenRequest][] = [
    ['event streams', request({ resourceType: 'eventsource' })],
    ['sockets', request({ resourceType: 'websocket' })],
    ['pings', request({ resourceType: 'ping' })],
    ['media', request({ resourceType: 'media' })],
    ['the favicon', request({ resourceType: 'other', url: 'http://a.test/favicon.ico' })],
  ]
  for (const [name, open] of uncounted) {
    it(`does not count ${name}`, () => {
      const watch = watched([open])
      watch.look(0)
      assert.equal(watch.look(500), 'idle')
    })
  }

  it('does not count a URL that is polled', () => {
    const watch = watched([request()], 3)
    watch.look(0)
    assert.equal(watch.look(500), 'idle')
  })
})

describe('the wait for the network', () => {
  const waitUntil = async (reason: 'timeout' | 'crashed'): Promise<string> => {
    const open = [request({ startedAtMs: performance.now() })]
    const clock = new AttemptClock(60_000)
    setTimeout(() => clock.end(reason), 10)
    return await awaitNetworkIdle({ open: () => open, timesRequested: () => 1, onChange: () => () => {} }, clock)
  }

  it('ends with the time of the attempt, which is no failure', async () => {
    assert.equal(await waitUntil('timeout'), 'timed_out')
    await assert.rejects(waitUntil('crashed'), { end: 'crashed' })
  })
})
