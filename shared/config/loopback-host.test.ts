import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLoopbackHost } from './loopback-host.ts'

test('only this machine is loopback', () => {
  for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost']) assert.equal(isLoopbackHost(host), true, host)
  for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.evil.example', 'gateway', '']) {
    assert.equal(isLoopbackHost(host), false, host)
  }
})
