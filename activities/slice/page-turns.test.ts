import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSeat } from '../hosts/open-seat.ts'
import { HostPacer } from '../hosts/host-pacer.ts'
import type { HostSign } from '@seine/shared/pages/host-sign.ts'
import { PageTurns, takeTurns, type TurnsOptions } from './page-turns.ts'
import { PageSlots, type SlotTaker } from './page-slots.ts'
import { SliceTime } from './slice-time.ts'
import type { HostShare } from '@seine/shared/pages/slice-shapes.ts'

const pacerOf = (host: string, share: Partial<HostShare> = {}): HostPacer =>
  new HostPacer({
    host,
    concurrency: 8,
    concurrencyMax: 32,
    startsPerSec: null,
    rateRaisePerSec: 0.1,
    crawlDelayMs: null,
    ...share,
  })

/** Pages 0, 1, 2, ... with one host after another. */
function turnsOf(...hosts: [pacer: HostPacer, pages: number][]): PageTurns {
  const pages = hosts.flatMap(([pacer, count]) => Array.from({ length: count }, () => pacer))
  return new PageTurns(pages.map((pacer, index) => ({ index, pacer, seat: openSeat })))
}

/** A process that always has a free page slot. */
const freeSlot: SlotTaker = { take: () => true, giveBack: () => undefined, withdraw: () => undefined }

const lasting = (ms: number): SliceTime => new SliceTime(performance.now(), () => ms)

const answered: HostSign = { kind: 'answered' }

/** Starts every page that may start now. */
function startAll(turns: PageTurns, nowMs = 0): number[] {
  const started: number[] = []
  for (;;) {
    const turn = turns.next(nowMs, 10_000, freeSlot)
    if (turn.kind !== 'page') return started
    turn.pacer.start(nowMs)
    started.push(turn.index)
  }
}

describe('PageTurns', () => {
  it('goes round the hosts, in the order of the list within each', () => {
    const turns = turnsOf([pacerOf('a'), 3], [pacerOf('b'), 2], [pacerOf('c'), 1])
    assert.deepEqual(startAll(turns), [0, 3, 5, 1, 4, 2])
    assert.equal(turns.next(0, 10_000, freeSlot).kind, 'over')
  })

  it('passes over hosts that are full, spaced or throttled', () => {
    const full = pacerOf('full', { concurrency: 1 })
    full.start(0)
    const spaced = pacerOf('spaced', { crawlDelayMs: 500 })
    spaced.end(spaced.start(0), answered, 0)
    const throttled = pacerOf('throttled')
    throttled.end(throttled.start(0), { kind: 'throttled', retryAfterMs: 1 }, 0)
    const turns = turnsOf([full, 1], [spaced, 1], [throttled, 1], [pacerOf('free'), 1])
    assert.deepEqual(startAll(turns), [3])
    assert.deepEqual(turns.next(0, 10_000, freeSlot), { kind: 'wait', untilMs: 500, startsAtMs: 500 })
    assert.deepEqual(turns.next(0, 500, freeSlot), { kind: 'full' })
    full.end(0, answered, 10)
    assert.deepEqual(startAll(turns, 500), [0, 1])
    assert.equal(turns.next(500, 10_000, freeSlot).kind, 'over')
  })

  it('waits for nothing that is due too late', () => {
    const pacer = pacerOf('a', { crawlDelayMs: 30_000 })
    const turns = turnsOf([pacer, 2])
    assert.deepEqual(startAll(turns), [0])
    pacer.end(0, answered, 10)
    assert.equal(turns.next(10, 10_000, freeSlot).kind, 'over')
  })

  it('leaves every host its share of the slots', () => {
    const greedy = pacerOf('greedy', { concurrency: 32 })
    const others = Array.from({ length: 7 }, (_, at) => pacerOf(`other${at}`, { concurrency: 2 }))
    const turns = turnsOf([greedy, 50], ...others.map((pacer): [HostPacer, number] => [pacer, 10]))
    startAll(turns)
    assert.equal(greedy.inFlight, 4)
    assert.ok(others.every(({ inFlight }) => inFlight === 2))
  })

  it('gives the slots of a host that has rested or is through to the others', () => {
    const tired = pacerOf('tired')
    const turns = turnsOf([pacerOf('long', { concurrency: 32 }), 50], [tired, 50], [pacerOf('short'), 1])
    tired.end(tired.start(0), { kind: 'throttled', retryAfterMs: null }, 0)
    assert.equal(startAll(turns).length, 16 + 1)
  })
})

/** Runs the turns on the real clock, with pages that end when the test ends them. */
function running(turns: PageTurns, patch: Partial<TurnsOptions> = {}) {
  const ends = new Map<number, (sign: HostSign) => void>()
  const started: number[] = []
  const control = new AbortController()
  const done = takeTurns({
    turns,
    slots: 32,
    page: async (index) => {
      started.push(index)
      return await new Promise<HostSign>((resolve) => ends.set(index, resolve))
    },
    afterPage: async () => await Promise.resolve(),
    mayStart: () => !control.signal.aborted,
    isBehind: () => false,
    shared: freeSlot,
    time: lasting(60_000),
    now: () => performance.now(),
    signal: control.signal,
    ...patch,
  })
  const end = async (index: number, sign: HostSign = answered): Promise<void> => {
    ends.get(index)!(sign)
    ends.delete(index)
    await settled()
  }
  return { done, started, end, stop: () => control.abort() }
}

const settled = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve))

describe('takeTurns', () => {
  it('keeps its slots busy and ends with the last page', async () => {
    const { done, started, end } = running(turnsOf([pacerOf('a'), 3]), { slots: 2 })
    assert.deepEqual(started, [0, 1])
    await end(1)
    assert.deepEqual(started, [0, 1, 2])
    await end(0)
    await end(2)
    await done
  })

  it('starts nothing more on a host that throttles and continues with the others', async () => {
    const turns = turnsOf([pacerOf('a', { concurrency: 1 }), 5], [pacerOf('b', { concurrency: 1 }), 2])
    const { done, started, end } = running(turns)
    assert.deepEqual(started, [0, 5])
    await end(0, { kind: 'throttled', retryAfterMs: 60_000 })
    await end(5)
    await end(6)
    await done
    assert.deepEqual(started, [0, 5, 6])
  })

  it('lets a host that answers nothing hold up no other', async () => {
    const turns = turnsOf([pacerOf('hangs'), 40], [pacerOf('quick'), 30])
    const { done, started, end, stop } = running(turns)
    for (let index = 40; index < 70; index += 1) await end(index)
    assert.equal(started.filter((index) => index >= 40).length, 30)
    assert.equal(started.filter((index) => index < 40).length, 8)
    stop()
    for (let index = 0; index < 8; index += 1) await end(index)
    await done
  })

  it('waits for the spacing of starts', async () => {
    // Uses the clock of the turns: on a busy machine, time may pass between reading it and starting the page.
    let nowMs = 0
    const begun: number[] = []
    await takeTurns({
      turns: turnsOf([pacerOf('a', { crawlDelayMs: 20 }), 3]),
      slots: 32,
      page: async () => {
        begun.push(nowMs)
        return await Promise.resolve(answered)
      },
      afterPage: async () => await Promise.resolve(),
      mayStart: () => true,
      isBehind: () => false,
      shared: freeSlot,
      time: lasting(60_000),
      now: () => (nowMs = performance.now()),
      signal: new AbortController().signal,
    })
    assert.equal(begun.length, 3)
    assert.ok(begun[1]! - begun[0]! >= 19.5 && begun[2]! - begun[1]! >= 19.5)
  })

  it('starts pages after its time only while one that began in time is in flight', async () => {
    let nowMs = 0
    const single = { concurrency: 1, concurrencyMax: 1 }
    const turns = turnsOf([pacerOf('slow', single), 2], [pacerOf('quick', single), 5])
    const { done, started, end } = running(turns, { now: () => nowMs, time: new SliceTime(0, () => 100) })
    assert.deepEqual(started, [0, 2])
    nowMs = 150
    await end(2)
    await end(3)
    assert.deepEqual(started, [0, 2, 3, 4])
    await end(0)
    await end(4)
    await done
    assert.deepEqual(started, [0, 2, 3, 4])
  })

  it('stops on request, and waits for what is in flight', async () => {
    const { done, started, end, stop } = running(turnsOf([pacerOf('a', { crawlDelayMs: 30_000 }), 2]))
    let isOver = false
    void done.then(() => (isOver = true))
    stop()
    await settled()
    assert.equal(isOver, false)
    await end(0)
    await done
    assert.deepEqual(started, [0])
  })

  it('wakes from a wait when it has to stop', async () => {
    const { done, end, stop } = running(turnsOf([pacerOf('a', { crawlDelayMs: 30_000 }), 2]))
    await end(0)
    stop()
    await done
  })

  it('fails with the first fault once nothing is in flight', async () => {
    const release = Promise.withResolvers<void>()
    let ended = 0
    const { done } = running(turnsOf([pacerOf('a', { concurrency: 2 }), 9]), {
      page: async (index) => {
        if (index === 0) throw new Error('broken')
        await release.promise
        ended += 1
        return answered
      },
    })
    setImmediate(() => release.resolve())
    await assert.rejects(done, /broken/)
    assert.equal(ended, 1)
  })

  it('asks less of its hosts while the process is behind', async () => {
    const pacer = pacerOf('a', { concurrency: 10 })
    const { done, end, stop, started } = running(turnsOf([pacer, 20]), { isBehind: () => true })
    assert.equal(started.length, 7)
    stop()
    for (let index = 0; index < 7; index += 1) await end(index)
    await done
  })

  it('waits for a page slot of the process, which does not count before its first page', async () => {
    let nowMs = 0
    const pages = new PageSlots(1, { spareShare: 0 })
    const other = pages.join({ tenant: 'b', rank: 0, jobId: 'b-1' }, () => undefined)
    other.take()
    let wake = (): void => undefined
    const shared = pages.join({ tenant: 'a', rank: 0, jobId: 'a-1' }, () => wake())
    const { done, started, end } = running(turnsOf([pacerOf('a', { concurrency: 1 }), 2]), {
      shared,
      now: () => nowMs,
      time: new SliceTime(0, () => 100),
      onStart: (given) => (wake = given),
    })
    nowMs = 90
    wake()
    await settled()
    nowMs = 150
    other.giveBack()
    await settled()
    assert.deepEqual(started, [0])
    await end(0)
    assert.deepEqual(started, [0, 1])
    await end(1)
    await done
    assert.deepEqual(pages.state(), { capacity: 1, running: 0, queued: 0, refused: 0 })
  })

  it('sleeps past its time while it is in line for a page slot and a page is in flight', async () => {
    let nowMs = 0
    let looks = 0
    const pages = new PageSlots(1, { spareShare: 0 })
    let wake = (): void => undefined
    const { done, started, end } = running(turnsOf([pacerOf('a'), 2]), {
      shared: pages.join({ tenant: 'a', rank: 0, jobId: 'a-1' }, () => wake()),
      now: () => nowMs,
      time: new SliceTime(0, () => 100),
      mayStart: () => {
        looks += 1
        return true
      },
      onStart: (given) => (wake = given),
    })
    assert.deepEqual(started, [0])
    nowMs = 150
    wake()
    await settled()
    looks = 0
    await sleep(50)
    const looksAsleep = looks
    await end(0)
    await done
    assert.equal(looksAsleep, 0)
    assert.deepEqual(started, [0])
  })

  it('holds a slot but not the host during what follows a page', async () => {
    const release = Promise.withResolvers<void>()
    const pacer = pacerOf('a', { concurrency: 1 })
    const { done, started, end } = running(turnsOf([pacer, 3]), { slots: 2, afterPage: () => release.promise })
    await end(0)
    assert.deepEqual(started, [0, 1])
    await end(1)
    assert.deepEqual(started, [0, 1])
    assert.equal(pacer.inFlight, 0)
    release.resolve()
    await settled()
    await end(2)
    await done
  })
})
