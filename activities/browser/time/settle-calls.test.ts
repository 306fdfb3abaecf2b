import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { AttemptClock } from './attempt-clock.ts'
import type { OpenRequest, TrafficView } from '../recorder/contract.ts'
import { CallsWatch } from './settle-calls.ts'

const bounds = { settleQuietMs: 100, settleMs: 1_000 }

/** Traffic that the test controls. */
function traffic(...types: OpenRequest['resourceType'][]) {
  let open = types
  const listeners = new Set<() => void>()
  const view: TrafficView = {
    open: () => open.map((resourceType) => ({ url: 'http://a.test/', resourceType, startedAtMs: 0 })),
    timesRequested: () => 1,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onReceived: () => () => undefined,
    mainDocument: () => null,
    shownDocument: () => null,
    unreachableDocument: () => null,
  }
  const now = (...next: OpenRequest['resourceType'][]): void => {
    open = next
    for (const listener of listeners) listener()
  }
  return { view, now, listeners }
}

/** Watches traffic under mocked time; `settle` starts the wait. */
function watching(t: TestContext, view: TrafficView) {
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const calls = new CallsWatch(view)
  let settled = false
  return {
    calls,
    settle: () => calls.settle(bounds, new AttemptClock(60_000)).then(() => (settled = true)),
    isSettled: () => settled,
    tick: (ms: number): void => {
      nowMs += ms
      t.mock.timers.tick(ms)
    },
  }
}

describe('the wait for calls under way', () => {
  it('is skipped on a page whose scripts have made no call', async (t) => {
    const { view, now, listeners } = traffic('document')
    const { calls, settle } = watching(t, view)
    now('image', 'script')
    await settle()
    calls.stop()
    assert.equal(listeners.size, 0)
  })

  it('is skipped long after the last call', async (t) => {
    const { view, now } = traffic('document')
    const { settle, tick } = watching(t, view)
    now('fetch')
    now()
    tick(bounds.settleQuietMs)
    await settle()
  })

  it('lasts a moment after a call that has just ended, and longer when that led to another', async (t) => {
    const { view, now, listeners } = traffic('document')
    const { calls, settle, tick, isSettled } = watching(t, view)
    now('fetch')
    now()
    const wait = settle()
    tick(bounds.settleQuietMs - 1)
    now('xhr')
    tick(bounds.settleQuietMs)
    await Promise.resolve()
    assert.equal(isSettled(), false)
    now()
    tick(bounds.settleQuietMs)
    await wait
    calls.stop()
    assert.equal(listeners.size, 0)
  })

  it('is bounded where a call never ends', async (t) => {
    const { view, now } = traffic('document')
    const { settle, tick } = watching(t, view)
    now('fetch')
    const wait = settle()
    tick(bounds.settleMs)
    await wait
  })
})
