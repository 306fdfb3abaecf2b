import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Protocol } from 'puppeteer'
import { HopExtras } from './extra-info.ts'
import { KeptHeads } from './kept-heads.ts'
import type { RecordedHop } from './model.ts'
import { bareResponse } from './responses.ts'

const hop = (status: number | null): RecordedHop => ({
  url: 'http://a.test/',
  method: 'GET',
  startedAtMs: 0,
  offsetMs: 0,
  timeMs: null,
  timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 0, receive: 0 },
  requestHeaders: {},
  response: status === null ? null : bareResponse(status),
})
const sent = (n: number) => ({ headers: { N: `${n}` } }) as unknown as Protocol.Network.RequestWillBeSentExtraInfoEvent
const received = (n: number, statusCode = 200) =>
  ({ headers: { M: `${n}` }, statusCode }) as unknown as Protocol.Network.ResponseReceivedExtraInfoEvent
const seen = (one: RecordedHop) => [one.requestHeaders['n'], one.response?.headers['m']]

describe('extra header events', () => {
  it('go to hops in order, whether they come before or after the answer', () => {
    const extras = new HopExtras(new KeptHeads())
    const [first, second] = [hop(302), hop(200)]
    extras.sent(sent(1))
    extras.received(received(1, 302))
    extras.claim(first)
    extras.claim(second)
    extras.received(received(2))
    extras.sent(sent(2))
    assert.deepEqual(
      [seen(first), seen(second)],
      [
        ['1', '1'],
        ['2', '2'],
      ],
    )
  })

  it('skip hops that have none', () => {
    const extras = new HopExtras(new KeptHeads())
    const [internal, real] = [hop(307), hop(200)]
    extras.sent(sent(1))
    extras.received(received(1))
    extras.claim(real)
    assert.deepEqual(
      [seen(internal), seen(real)],
      [
        [undefined, undefined],
        ['1', '1'],
      ],
    )
  })

  it('give the true status of a revalidated answer', () => {
    const extras = new HopExtras(new KeptHeads())
    const one = hop(200)
    extras.claim(one)
    extras.received(received(1, 304))
    assert.equal(one.response?.status, 304)
  })

  it('are assigned to a hop that was never answered when no other hop claimed them', () => {
    const extras = new HopExtras(new KeptHeads())
    const one = hop(null)
    extras.sent(sent(1))
    extras.received(received(1, 403))
    extras.settle(one)
    assert.deepEqual([...seen(one), one.response?.status], ['1', '1', 403])
  })
})
