import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import { AttemptClock } from './attempt-clock.ts'
import type { OpenRequest, TrafficView } from './recorder/contract.ts'
import { settleCalls } from './settle-calls.ts'

/** Traffic by hand. */
function traffic(...types: OpenRequest['resourceType'][]) {
  let open = types
  const listeners = new Set<() => void>()
  const view: TrafficView = {
    open: () => open.map((resourceType) => ({ url: 'http://a.test/', resourceType, startedAtMs: 0 })),
    timesAsked: () => 1,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    mainDocument: () => null,
  }
  const now = (...next: OpenRequest['resourceType'][]): void => {
    open = next
    for (const listener of listeners) listener()
  }
  return { view, now, listeners }
}

/** Starts the wait under mocked timers. */
function waiting(t: TestContext, view: TrafficView) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const clock = new AttemptClock(60_000)
  let settled = false
  const wait = settleCalls(view, clock).then(() => (settled = true))
  return { wait, isSettled: () => settled, tick: (ms: number) => t.mock.timers.tick(ms) }
}

describe('the wait for calls under way', () => {
  it('is none where no script has asked for anything', async (t) => {
    const { view, listeners } = traffic('image', 'script')
    const { wait } = waiting(t, view)
    await wait
    assert.equal(listeners.size, 0)
  })

  it('ends a moment after the last call, and goes on when that led to another', async (t) => {
    const { view, now, listeners } = traffic('fetch')
    const { wait, tick, isSettled } = waiting(t, view)
    now()
    tick(captureLimits.settleQuietMs - 1)
    now('xhr')
    tick(captureLimits.settleQuietMs)
    await Promise.resolve()
    assert.equal(isSettled(), false)
    now()
    tick(captureLimits.settleQuietMs)
    await wait
    assert.equal(listeners.size, 0)
  })

  it('is bounded where a call never ends', async (t) => {
    const { view } = traffic('fetch')
    const { wait, tick } = waiting(t, view)
    tick(captureLimits.settleMs)
    await wait
  })
})
