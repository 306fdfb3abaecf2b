import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { describe, it } from 'node:test'
import { stallLimits } from './stall-limits.ts'
import type { LoadWatch } from '@seine/shared/pages/load-watch.ts'
import { SliceStalls, type StallingPage } from './slice-stalls.ts'

const never = new AbortController().signal

/** A slice with a heartbeat timeout of 5 s and a clock controlled by the test. */
function lab() {
  const clock = { ms: 0 }
  const stalls = new SliceStalls(5_000, () => clock.ms)
  const cutAt: number[] = []
  const page = (more: Partial<StallingPage> = {}) =>
    stalls.page({
      timeoutMs: 30_000,
      cutsMax: stallLimits.cutsPerPageMax,
      spacingMs: () => 0,
      mayRepeat: () => true,
      onCut: () => {
        cutAt.push(clock.ms)
        return 0
      },
      ...more,
    })
  /** Advances the time in steps of half a second, the interval of heartbeats. */
  const pass = async (seconds: number): Promise<void> => {
    for (let step = 0; step < 2 * seconds; step += 1) {
      clock.ms += 500
      stalls.check()
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    }
  }
  return { clock, stalls, page, pass, cutAt }
}

/** Waits for its site without an answer until it is cut. */
const silent = async (signal: AbortSignal, watch: LoadWatch): Promise<never> => {
  const wait = watch.waiting()
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(new Error('cut')), { once: true })
  return await promise.finally(() => wait.over())
}

/** Silent for the first loads, answers at once afterwards. */
const silentAtFirst = (loads: number) => {
  let made = 0
  return async (signal: AbortSignal, watch: LoadWatch): Promise<number> => {
    made += 1
    return made > loads ? made : await silent(signal, watch)
  }
}

describe('SliceStalls', () => {
  it('cuts a silent load after the heartbeat timeout, and makes it again at once', async () => {
    const { stalls, page, pass, cutAt } = lab()
    const one = page()
    const done = one.run(never, silentAtFirst(1))
    await pass(4.5)
    assert.deepEqual(cutAt, [])
    await pass(0.5)
    assert.equal(await done, 2)
    assert.deepEqual(cutAt, [5_000])
    assert.deepEqual([one.count, one.lostMs, stalls.count], [1, 5_000, 1])
  })

  it('makes a load that was cut again when the host may be asked, and counts the wait as lost', async () => {
    const { page, pass } = lab()
    const one = page({ onCut: () => 40 })
    const beganMs = performance.now()
    const done = one.run(never, silentAtFirst(1))
    await pass(5)
    assert.equal(await done, 2)
    assert.ok(performance.now() - beganMs >= 39)
    assert.equal(one.lostMs, 5_040)
  })

  it('cuts every silent load of the slice at a time', async () => {
    const { stalls, page, pass } = lab()
    const all = Promise.all(Array.from({ length: 8 }, async () => await page().run(never, silentAtFirst(1))))
    await pass(5)
    assert.deepEqual(new Set(await all), new Set([2]))
    assert.equal(stalls.count, 8)
  })

  it('cuts nothing as long as another page of the slice moves', async () => {
    const { stalls, page, pass, cutAt } = lab()
    void page()
      .run(never, silent)
      .catch(() => undefined)
    for (let second = 0; second < 20; second += 1) {
      stalls.moved()
      await pass(1)
    }
    assert.deepEqual(cutAt, [])
    await pass(5)
    assert.equal(cutAt.length, 1)
  })

  it('leaves a load alone that receives something, or does work of its own', async () => {
    const { page, pass, cutAt } = lab()
    let received = (): void => undefined
    void page()
      .run(never, async (signal, watch) => {
        received = () => wait.received()
        const wait = watch.waiting()
        return await silent(signal, { waiting: () => wait })
      })
      .catch(() => undefined)
    for (let second = 0; second < 12; second += 1) {
      await pass(1)
      received()
    }
    void page().run(never, async (_, watch) => {
      watch.waiting().over()
      await new Promise<void>(() => undefined)
    })
    await pass(4.5)
    assert.deepEqual(cutAt, [])
  })

  it('bounds the cuts of a page, and leaves the last load its own timeout', async () => {
    const { page, pass, cutAt } = lab()
    void page()
      .run(never, silent)
      .catch(() => undefined)
    await pass(120)
    assert.deepEqual(cutAt, [5_000, 10_000, 20_000])
  })

  it('does not abort requests that their own timeout ends first, that may be sent only once, or whose host requested rest', async () => {
    const { page, pass, cutAt } = lab()
    for (const more of [{ timeoutMs: 5_000 }, { cutsMax: 0 }, { mayRepeat: () => false }]) {
      void page(more)
        .run(never, silent)
        .catch(() => undefined)
    }
    await pass(60)
    assert.deepEqual(cutAt, [])
  })

  it('keeps the distance between two requests that the host wants', async () => {
    const { page, pass, cutAt } = lab()
    void page({ spacingMs: () => 12_000 })
      .run(never, silent)
      .catch(() => undefined)
    await pass(13)
    assert.deepEqual(cutAt, [12_000])
  })

  it('waits longer once an answer has shown that the site takes its time', async () => {
    const { page, pass, cutAt, clock } = lab()
    const slow = page().run(never, async (signal, watch) => {
      const beganMs = clock.ms
      const wait = watch.waiting()
      while (clock.ms - beganMs < 12_000 && !signal.aborted) await Promise.resolve()
      if (!signal.aborted) wait.received()
      wait.over()
      signal.throwIfAborted()
      return clock.ms
    })
    await pass(40)
    assert.equal(await slow, 32_000)
    assert.deepEqual(cutAt, [5_000, 10_000, 20_000])
    void page()
      .run(never, silent)
      .catch(() => undefined)
    await pass(17.5)
    assert.equal(cutAt.length, 3)
    await pass(1)
    assert.equal(cutAt.length, 4)
  })

  it('ends with the signal of the caller, and with what a load throws of itself', async () => {
    const { page, pass } = lab()
    const control = new AbortController()
    const cancelled = page().run(control.signal, silent)
    control.abort()
    await assert.rejects(cancelled, /cut/)
    await assert.rejects(
      page().run(never, async () => {
        await Promise.reject(new Error('refused'))
      }),
      /refused/,
    )
    await pass(1)
  })

  it('passes the reason of the caller to the load, also when it came before', async () => {
    const { page } = lab()
    const control = new AbortController()
    const reasons: unknown[] = []
    const load = async (signal: AbortSignal, watch: LoadWatch): Promise<never> => {
      const noted = (): void => void reasons.push(signal.reason)
      if (signal.aborted) noted()
      else signal.addEventListener('abort', noted, { once: true })
      signal.throwIfAborted()
      return await silent(signal, watch)
    }
    const running = page().run(control.signal, load)
    const reason = new Error('the job was cancelled')
    control.abort(reason)
    await assert.rejects(running, /cut/)
    await assert.rejects(page().run(control.signal, load), reason)
    assert.deepEqual(reasons, [reason, reason])
  })

  it('leaves no listener on the signal of the caller', async () => {
    const { page, pass } = lab()
    const { signal } = new AbortController()
    const done = page().run(signal, silentAtFirst(2))
    await pass(30)
    assert.equal(await done, 3)
    assert.equal(getEventListeners(signal, 'abort').length, 0)
  })
})
