import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Protocol } from 'puppeteer'
import { toHopTimings } from './timings.ts'

const timing = {
  requestTime: 10.005,
  dnsStart: 1,
  dnsEnd: 3,
  connectStart: 3,
  connectEnd: 9,
  sslStart: 5,
  sslEnd: 9,
  sendStart: 9.5,
  sendEnd: 10,
  receiveHeadersEnd: 30,
} as Protocol.Network.ResourceTiming

describe('timings', () => {
  it('have the names and the meaning of HAR', () => {
    assert.deepEqual(toHopTimings(timing, 10, 10.036, 10.045), {
      blocked: 6,
      dns: 2,
      connect: 6,
      ssl: 4,
      send: 0.5,
      wait: 20,
      receive: 10,
    })
  })

  it('say -1 for what a reused connection did not need', () => {
    const reused = { ...timing, dnsStart: -1, dnsEnd: -1, connectStart: -1, connectEnd: -1, sslStart: -1, sslEnd: -1 }
    const { dns, connect, ssl, blocked } = toHopTimings(reused, 10.005, 10.036, null)
    assert.deepEqual([dns, connect, ssl, blocked], [-1, -1, -1, 9.5])
  })

  it('split a request without timing at its answer', () => {
    assert.deepEqual(toHopTimings(null, 1, 1.5, 2), {
      blocked: -1,
      dns: -1,
      connect: -1,
      ssl: -1,
      send: 0,
      wait: 500,
      receive: 500,
    })
    assert.equal(toHopTimings(null, 1, null, null).wait, 0)
  })
})
