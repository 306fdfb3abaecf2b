import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from 'puppeteer'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import type { BrowserProcess } from './browser-process.ts'
import { BrowserSet, type BrowserSetOptions, type BrowserSetRules } from './browser-set.ts'
import { BrowserLostError } from './contract.ts'
import { attemptEnded } from '../time/attempt-clock.ts'
import { EngineUnavailableError } from '../chromium-process/engine-unavailable.ts'

const never = new AbortController().signal
const proxy = 'http://127.0.0.1:9'

interface FakeBrowser extends BrowserProcess {
  ended: 'closed' | 'killed' | null
  die(): void
  /** Makes the next contexts fail. */
  broken: boolean
}

/** A fake browser that can only open contexts. */
function fakeBrowser(pid: number): FakeBrowser {
  const lost = new AbortController()
  const die = (): void => lost.abort(new BrowserLostError('it died'))
  const openContext = async (): Promise<BrowserContext> => {
    if (fake.broken) throw new Error('no context today')
    return { id: `context-${pid}`, close: async () => {} } as unknown as BrowserContext
  }
  const fake = {
    engine: 'headless_shell',
    pid,
    browser: { createBrowserContext: openContext },
    version: '1.2.3.4',
    lost: lost.signal,
    ended: null,
    broken: false,
    die,
    memoryBytes: async () => 1,
    answers: async () => true,
    close: async () => {
      fake.ended = 'closed'
      die()
    },
    kill: async () => {
      fake.ended ??= 'killed'
      die()
    },
  } as unknown as FakeBrowser
  return fake
}

function lab(options: Partial<BrowserSetOptions> = {}, rules: Partial<BrowserSetRules> = {}) {
  const launched: FakeBrowser[] = []
  const state = { fails: false }
  const set = new BrowserSet({
    engine: 'headless_shell',
    kept: 1,
    max: 1,
    log: { info: () => {}, warn: () => {} },
    launch: async () => {
      if (state.fails) throw new EngineUnavailableError('it does not start')
      const fake = fakeBrowser(launched.length + 1)
      launched.push(fake)
      return fake
    },
    ...options,
    rules: { ...poolLimits, ...rules },
  })
  return { set, launched, state }
}

/** Lets pending callbacks run. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a set of browsers', () => {
  test('starts its browsers and spreads contexts over them, also those requested at the same time', async () => {
    const { set, launched } = lab({ kept: 2, max: 2 })
    await set.start()
    await turn()
    assert.equal(launched.length, 2)
    const leases = await Promise.all([set.open(proxy, never), set.open(proxy, never)])
    assert.equal(new Set(leases.map(({ browser }) => browser)).size, 2)
    await set.close()
    assert.deepEqual(
      launched.map(({ ended }) => ended),
      ['closed', 'closed'],
    )
  })

  test('starts another browser when all are busy, and ends it when it is idle', async () => {
    const { set, launched } = lab({ max: 2 }, { idleEngineMs: 50, memoryCheckIntervalMs: 10 })
    await set.start()
    await turn()
    assert.equal(launched.length, 1)
    const first = await set.open(proxy, never)
    await turn()
    assert.equal(launched.length, 1, 'the only page has the only browser')
    const second = await set.open(proxy, never)
    await turn()
    const third = await set.open(proxy, never)
    await turn()
    assert.equal(launched.length, 2)
    assert.equal(second.browser, first.browser, 'a page does not wait for the second browser')
    assert.notEqual(third.browser, first.browser)
    for (const lease of [first, second, third]) await lease.release()
    while (launched.every(({ ended }) => ended === null)) await sleep(10)
    await sleep(100)
    assert.equal(launched.filter(({ ended }) => ended === null).length, 1)
    await set.close()
  })

  test('opens a context in a browser of its own, which serves no other and ends with it', async () => {
    const { set, launched } = lab()
    await set.start()
    const [shared, alone] = [await set.open(proxy, never), await set.openAlone(proxy, never)]
    assert.equal(launched.length, 2)
    assert.notEqual(shared.browser, alone.browser)
    const another = await set.open(proxy, never)
    assert.equal(another.browser, shared.browser)
    // Lost together with its page: it needs no replacement.
    launched[1]?.die()
    await turn()
    assert.ok(alone.lost.aborted && !shared.lost.aborted)
    await alone.release()
    assert.equal(launched.length, 2)
    const second = await set.openAlone(proxy, never)
    await second.release()
    await turn()
    assert.deepEqual(
      launched.map(({ ended }) => ended),
      [null, 'killed', 'closed'],
    )
    await set.close()
  })

  test('reports a browser of one context that does not open it as unavailable, not as a slow page', async () => {
    const slow = fakeBrowser(9)
    Object.assign(slow.browser, { createBrowserContext: async () => await Promise.reject(attemptEnded('timeout')) })
    const { set } = lab({ kept: 0, launch: async () => await Promise.resolve(slow) })
    await assert.rejects(set.openAlone(proxy, never), {
      name: 'EngineUnavailableError',
      message: /cannot open contexts/,
    })
    await set.close()
  })

  test('ends a browser of one context that no caller waits for any more', async () => {
    const starting = Promise.withResolvers<void>()
    const late = fakeBrowser(9)
    const { set } = lab({
      launch: async () => {
        await starting.promise
        return late
      },
      kept: 0,
    })
    const gone = new AbortController()
    const opening = set.openAlone(proxy, gone.signal)
    gone.abort(new Error('nobody waits'))
    await assert.rejects(opening, /nobody waits/)
    starting.resolve()
    await turn()
    await turn()
    assert.equal(late.ended, 'closed')
    await set.close()
  })

  test('starts another browser for one that died', async () => {
    const { set, launched } = lab()
    await set.start()
    const lease = await set.open(proxy, never)
    launched[0]?.die()
    assert.equal(lease.lost.aborted, true)
    const next = await set.open(proxy, never)
    assert.equal(next.browser, launched[1]?.browser)
    await set.close()
  })

  test('takes another browser when one fails to open a context', async () => {
    const { set, launched } = lab()
    await set.start()
    launched[0]!.broken = true
    const lease = await set.open(proxy, never)
    assert.equal(lease.browser, launched[1]?.browser)
    assert.equal(launched[0]?.ended, 'closed')
    await set.close()
  })

  test('replaces a browser after its contexts: the successor first, the old one after its last context', async () => {
    const { set, launched } = lab({}, { contextsPerBrowserMax: 2 })
    await set.start()
    const [first, second] = [await set.open(proxy, never), await set.open(proxy, never)]
    await turn()
    assert.equal(launched.length, 2)
    assert.equal((await set.open(proxy, never)).browser, launched[1]?.browser)
    await first.release()
    assert.equal(launched[0]?.ended, null)
    await second.release()
    assert.equal(launched[0]?.ended, 'closed')
    await set.close()
  })

  test('keeps the old browser when its successor does not start', async () => {
    const { set, launched, state } = lab({}, { contextsPerBrowserMax: 1 })
    await set.start()
    state.fails = true
    await (await set.open(proxy, never)).release()
    await turn()
    const lease = await set.open(proxy, never)
    assert.equal(lease.browser, launched[0]?.browser)
    assert.equal(lease.lost.aborted, false)
    await set.close()
  })

  test('says that the engine is not available when it does not start', async () => {
    const { set, state } = lab({ kept: 0 })
    state.fails = true
    await assert.rejects(set.open(proxy, never), { name: 'EngineUnavailableError', message: 'it does not start' })
    await set.close()
    await assert.rejects(set.open(proxy, never), /closed/)
  })

  test('starts a browser again after a short pause', async () => {
    const { set, state } = lab({ kept: 0, pauseMs: () => 1 })
    state.fails = true
    await assert.rejects(set.open(proxy, never), /does not start/)
    state.fails = false
    await set.open(proxy, never)
    await set.close()
  })

  test('does not keep callers waiting through a long pause', async () => {
    const { set, state } = lab({ kept: 0, pauseMs: () => 60_000 })
    state.fails = true
    await assert.rejects(set.open(proxy, never), /does not start/)
    state.fails = false
    await assert.rejects(set.open(proxy, never), { name: 'EngineUnavailableError', message: 'it does not start' })
    await set.close()
  })

  test('treats a browser that died before it opened anything as one that did not start', async () => {
    const pauses: number[] = []
    const { set, launched } = lab({
      pauseMs: (failures) => {
        pauses.push(failures)
        return 0
      },
    })
    await set.start()
    for (let index = 0; index < 2; index += 1) {
      launched.at(-1)?.die()
      await turn()
    }
    assert.deepEqual(pauses, [1, 2])
    assert.equal(launched.length, 3)
    await set.close()
  })

  test('stops waiting for a browser when the caller does', async () => {
    const { set } = lab({ kept: 0, launch: () => new Promise(() => {}) })
    const controller = new AbortController()
    const opening = set.open(proxy, controller.signal)
    controller.abort(new Error('gone'))
    await assert.rejects(opening, /gone/)
  })

  test('starts, and serves, with the browsers that do start', async () => {
    let launches = 0
    const launch = async (): Promise<FakeBrowser> => {
      launches += 1
      if (launches === 1) throw new EngineUnavailableError('it does not start')
      await turn()
      return fakeBrowser(launches)
    }
    const { set } = lab({ kept: 2, max: 2, launch, pauseMs: () => 60_000 })
    const started = set.start()
    const lease = await set.open(proxy, never)
    await started
    await lease.release()
    await set.close()
  })

  test('ends a browser on demand when it is idle, and keeps one that is in use', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { set, launched } = lab({ kept: 0 }, { idleEngineMs: 0, memoryCheckIntervalMs: 1_000 })
    assert.equal(launched.length, 0)
    const lease = await set.open(proxy, never)
    t.mock.timers.tick(1_000)
    await turn()
    assert.equal(launched[0]?.ended, null)
    await lease.release()
    t.mock.timers.tick(1_000)
    await turn()
    assert.equal(launched[0]?.ended, 'closed')
    await set.close()
  })

  test('kills a stuck browser at once where nothing else is open in it', async () => {
    const { set, launched } = lab()
    await set.start()
    const lease = await set.open(proxy, never)
    // From here on neither the context nor the browser answers.
    Object.assign(lease.context, { close: () => Promise.reject(new Error('stuck')) })
    Object.assign(launched[0]!, { session: { send: () => Promise.reject(new Error('stuck')) } })
    await lease.release()
    assert.equal(launched[0]?.ended, 'killed')
    await set.close()
  })

  test('lets the other contexts of a stuck browser finish while it answers', async () => {
    const { set, launched } = lab()
    await set.start()
    const [stuck, other] = [await set.open(proxy, never), await set.open(proxy, never)]
    Object.assign(stuck.context, { close: () => Promise.reject(new Error('stuck')) })
    Object.assign(launched[0]!, { session: { send: () => Promise.reject(new Error('stuck')) } })
    await stuck.release()
    await turn()
    assert.equal(other.lost.aborted, false)
    assert.notEqual((await set.open(proxy, never)).browser, other.browser)
    Object.assign(other.context, { close: async () => {} })
    await other.release()
    assert.equal(launched[0]?.ended, 'closed')
    await set.close()
  })
})
