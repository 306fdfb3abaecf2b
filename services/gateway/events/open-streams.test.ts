import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OpenStreams } from './open-streams.ts'

test('a key has so many streams as its quota says, else as the setting', () => {
  const streams = new OpenStreams(2)
  const mine = { keyId: 'mine', quotas: {} }
  const first = streams.take(mine)
  assert.notEqual(streams.take(mine), null)
  assert.equal(streams.take(mine), null)
  assert.notEqual(streams.take({ keyId: 'other', quotas: { streams: 1 } }), null)
  assert.equal(streams.take({ keyId: 'other', quotas: { streams: 1 } }), null)
  assert.equal(streams.take({ keyId: 'none', quotas: { streams: 0 } }), null)
  first?.()
  assert.notEqual(streams.take(mine), null)
})

test('a place is given back once, however often it is said', () => {
  const streams = new OpenStreams(2)
  const mine = { keyId: 'mine', quotas: {} }
  const first = streams.take(mine)
  streams.take(mine)
  first?.()
  first?.()
  assert.notEqual(streams.take(mine), null)
  assert.equal(streams.take(mine), null)
})
