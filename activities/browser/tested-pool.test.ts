import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BrowserPool, ContextLease } from './pool/contract.ts'
import { EngineUnavailableError } from './chromium-process/engine-unavailable.ts'
import { ContainmentError } from './self-test.ts'
import { testedPool } from './tested-pool.ts'

/** A pool that opens everything and records the requests. */
function fakePool() {
  const opened: string[] = []
  const pool = {
    engines: ['headless_shell', 'chrome'],
    slots: {},
    open: async (engine: string, proxy: string) => {
      opened.push(`${engine} ${proxy}`)
      return await Promise.resolve({} as ContextLease)
    },
    check: async () => await Promise.resolve(),
    close: async () => await Promise.resolve(),
  } as unknown as BrowserPool
  return { pool, opened }
}

const signal = new AbortController().signal

describe('a pool with tested engines', () => {
  it('tests an engine once, before its first context, and through that engine', async () => {
    const { pool, opened } = fakePool()
    const tested = testedPool(pool, async (open) => void (await open('test-proxy')))
    await Promise.all([tested.open('headless_shell', 'a', signal), tested.open('headless_shell', 'b', signal)])
    assert.deepEqual(opened, ['headless_shell test-proxy', 'headless_shell a', 'headless_shell b'])
    await tested.open('chrome', 'c', signal)
    assert.deepEqual(opened.slice(3), ['chrome test-proxy', 'chrome c'])
  })

  it('never serves an engine that leaks, and does not test it again', async () => {
    const { pool, opened } = fakePool()
    let tests = 0
    const tested = testedPool(pool, async () => {
      tests += 1
      await Promise.reject(new ContainmentError('WebRTC got out', ['WebRTC']))
    })
    for (let turn = 0; turn < 2; turn += 1) {
      await assert.rejects(tested.open('chrome', 'a', signal), EngineUnavailableError)
    }
    await assert.rejects(tested.check(), /headless_shell did not pass its self-test: WebRTC got out/)
    assert.deepEqual([tests, opened], [2, []])
  })

  it('tests again where something else kept the test from its end', async () => {
    const { pool, opened } = fakePool()
    let tests = 0
    const tested = testedPool(pool, async () => {
      tests += 1
      if (tests === 1) throw new Error('the browser went away')
      await Promise.resolve()
    })
    await assert.rejects(tested.check(), EngineUnavailableError)
    await tested.check()
    await tested.open('headless_shell', 'a', signal)
    assert.deepEqual([tests, opened], [2, ['headless_shell a']])
  })
})
