import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { HostPermit } from '@seine/shared/pages/host-seats.ts'
import { HostDesk } from './host-desk.ts'
import { MemoryBoard } from './testing/memory-board.ts'

const host = 'site.test'
const answered = { kind: 'answered' } as const
const startMs = 1_000_000

/** Desks of several processes on one board, with timers that the test advances by hand. */
function madeDesks(t: { after: (end: () => void) => void }, ids: readonly string[]) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: startMs })
  t.after(() => mock.timers.reset())
  const board = new MemoryBoard()
  const desks = ids.map(
    (id) => new HostDesk({ now: () => Date.now(), random: () => 0.5, shared: { board: board.of(id), id } }),
  )
  t.after(() => desks.forEach((desk) => desk.close()))
  return { board, desks }
}

/** Lets time pass in steps of 10 ms, and runs what follows from each step. */
async function pass(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 10) {
    mock.timers.tick(10)
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
}

/** A job that takes every free turn. @param holds whether its pages stay in flight. */
function eager(desk: HostDesk, work: string, holds: boolean) {
  const turns: HostPermit[] = []
  const startsMs: number[] = []
  const seat = desk.join(host, { tenant: 'a', work }, () => take())
  function take(): void {
    for (let turn = seat.tryStart(); turn !== null; turn = seat.tryStart()) {
      startsMs.push(Date.now() - startMs)
      if (holds) turns.push(turn)
      else turn.end(answered)
    }
  }
  take()
  return { seat, turns, startsMs, take }
}

describe('desks of several processes', () => {
  it('have together as many pages in flight as one host may have', async (t) => {
    const { desks } = madeDesks(t, ['a', 'b', 'c'])
    const jobs = desks.map((desk, at) => eager(desk, `job ${at}`, true))
    const held = (): number[] => jobs.map(({ turns }) => turns.length)
    const most: number[] = []
    for (let round = 0; round < 40; round += 1) {
      await pass(50)
      most.push(held().reduce((sum, count) => sum + count, 0))
      // A process that has seen the entries of the others starts no more than its part.
      for (const { turns } of jobs) turns.splice(0, 8).forEach((turn) => turn.end(answered))
    }
    // Two processes join before the first one sees their entries: up to one page of each may be in excess.
    assert.ok(Math.max(...most) <= 34, most.join(' '))
    assert.ok(Math.max(...most.slice(20)) <= 32, most.join(' '))
    assert.deepEqual(
      held().map((count) => count <= 10),
      [true, true, true],
    )
  })

  it('give a process that joins later its part once the others are down to theirs', async (t) => {
    const { desks } = madeDesks(t, ['a', 'b'])
    const first = eager(desks[0]!, 'job 1', true)
    await pass(50)
    assert.equal(first.turns.length, 32)
    const second = eager(desks[1]!, 'job 2', true)
    await pass(1_100)
    assert.equal(second.turns.length, 1)
    for (let ended = 0; ended < 16; ended += 1) first.turns.pop()!.end(answered)
    await pass(1_100)
    assert.deepEqual([first.turns.length, second.turns.length], [16, 16])
  })

  it('ask once in a crawl-delay in all', async (t) => {
    const { desks } = madeDesks(t, ['a', 'b', 'c'])
    const jobs: ReturnType<typeof eager>[] = []
    for (const [at, desk] of desks.entries()) {
      const job = eager(desk, `job ${at}`, true)
      job.seat.bindCrawlDelay('http://site.test', 1_000)
      jobs.push(job)
      // The next process joins after the earlier ones have started.
      await pass(1_500)
    }
    await pass(30_000)
    const starts = jobs.flatMap(({ startsMs }) => startsMs).toSorted((one, other) => one - other)
    const gaps = starts.slice(1).map((at, index) => at - starts[index]!)
    assert.ok(Math.min(...gaps.slice(4)) >= 900, gaps.join(' '))
    assert.ok(starts.length >= 30 && starts.length <= 35, `${starts.length} starts`)
    const counts = jobs.map(({ startsMs }) => startsMs.length)
    assert.ok(Math.min(...counts) >= 8, counts.join(' '))
  })

  it('go by the crawl-delay that one of them has read last', async (t) => {
    const { desks } = madeDesks(t, ['a', 'b'])
    const [one, two] = desks.map((desk, at) => eager(desk, `job ${at}`, false)) as [
      ReturnType<typeof eager>,
      ReturnType<typeof eager>,
    ]
    for (const { seat } of [one, two]) seat.bindCrawlDelay('http://site.test', 10_000)
    await pass(1_000)
    two.seat.bindCrawlDelay('http://site.test', 500)
    // A value that comes from the robots.txt cache of this process.
    one.seat.bindCrawlDelay('http://site.test', 10_000)
    await pass(1_000)
    const before = [one, two].map(({ startsMs }) => startsMs.length)
    await pass(5_000)
    const since = [one, two].map(({ startsMs }, at) => startsMs.length - before[at]!)
    assert.ok(
      since.every((starts) => starts >= 3 && starts <= 7),
      since.join(' '),
    )
  })

  it('rest together and then share one rate', async (t) => {
    const { desks } = madeDesks(t, ['a', 'b'])
    const one = desks[0]!.join(host, { tenant: 'a', work: 'job 1' }, () => undefined)
    await pass(20)
    for (let at = 0; at < 20; at += 1) {
      const turn = one.tryStart()!
      await pass(50)
      turn.end(answered)
    }
    one.tryStart()!.end({ kind: 'throttled', retryAfterMs: 2_000 })
    await pass(600)
    const other = eager(desks[1]!, 'job 2', false)
    const mine = eager(desks[0]!, 'job 1', false)
    await pass(1_300)
    assert.ok(other.seat.pauseLeftMs() > 0)
    assert.deepEqual([mine.startsMs.length, other.startsMs.length], [0, 0])
    await pass(2_300)
    const all = mine.startsMs.length + other.startsMs.length
    // 20 answers in three seconds, less a tenth: 6 per second, raised slightly, over two seconds.
    assert.ok(all >= 9 && all <= 20, `${all} starts`)
    assert.ok(Math.min(mine.startsMs.length, other.startsMs.length) >= 3)
  })

  it('go on when the clock of the board is set back, after a rest and during one', async (t) => {
    for (const restMs of [2_000, 20_000]) {
      const { board, desks } = madeDesks(t, ['a', 'b'])
      const [one, two] = desks.map((desk, at) => desk.join(host, { tenant: 'a', work: `job ${at}` }, () => undefined))
      await pass(1_200)
      one!.tryStart()!.end({ kind: 'throttled', retryAfterMs: restMs })
      // The first rest is over by then, the second is not.
      await pass(6_000)
      board.aheadMs -= 3_600_000
      await pass(3_000)
      const left = [one!, two!].map((seat) => seat.pauseLeftMs())
      const most = restMs < 6_000 ? 0 : frontierLimits.retryAfterMaxMs
      assert.ok(
        left.every((ms) => ms <= most),
        `${restMs}: ${left.join(' and ')}`,
      )
      mock.timers.reset()
    }
  })

  it('continue the exchange after a freeze in which a host became unused', async (t) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    t.after(() => mock.timers.reset())
    let nowMs = startMs
    const board = new MemoryBoard()
    const [one, two] = ['a', 'b'].map(
      (id) => new HostDesk({ now: () => nowMs, random: () => 0.5, shared: { board: board.of(id), id } }),
    ) as [HostDesk, HostDesk]
    t.after(() => [one, two].forEach((desk) => desk.close()))
    one.join('past.test', { tenant: 'a', work: 'job' }, () => undefined).leave()
    // The clock advances, timers do not.
    nowMs += 90_000
    const seats = [one, two].map((desk) => desk.join(host, { tenant: 'a', work: 'job' }, () => undefined))
    const exchanged = async (): Promise<void> => {
      nowMs += 600
      await pass(600)
    }
    await exchanged()
    seats[0]!.tryStart()!.end({ kind: 'throttled', retryAfterMs: 20_000 })
    await exchanged()
    await exchanged()
    assert.ok(seats[1]!.pauseLeftMs() > 15_000)
  })

  it('keep the last parts while the board does not answer, then take an even part each', async (t) => {
    const { board, desks } = madeDesks(t, ['a', 'b'])
    const jobs = desks.map((desk, at) => eager(desk, `job ${at}`, true))
    const held = (): number[] => jobs.map(({ turns }) => turns.length)
    await pass(600)
    for (const { turns } of jobs) turns.splice(0).forEach((turn) => turn.end(answered))
    await pass(1_100)
    for (const { turns } of jobs) turns.splice(0).forEach((turn) => turn.end(answered))
    assert.deepEqual(held(), [16, 16])
    board.isAway = true
    await pass(2_000)
    assert.deepEqual(held(), [16, 16])
    await pass(5_000)
    assert.deepEqual(held(), [16, 16])
    const late = desks[1]!.join('late.test', { tenant: 'a', work: 'job 3' }, () => undefined)
    await pass(20)
    for (let at = 0; at < 16; at += 1) assert.ok(late.tryStart() !== null)
    assert.equal(late.tryStart(), null)
    board.isAway = false
    await pass(600)
    assert.ok(jobs[0]!.seat.tryStart() === null)
  })
})
