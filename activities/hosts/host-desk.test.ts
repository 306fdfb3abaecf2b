import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import type { HostSeat, HostPermit } from '@seine/shared/pages/host-seats.ts'
import { HostDesk } from './host-desk.ts'

const answered = { kind: 'answered' } as const
const throttled = (retryAfterMs: number | null) => ({ kind: 'throttled', retryAfterMs }) as const

/** A desk with timers and a clock that the test advances by hand. */
function madeDesk(t: { after: (end: () => void) => void }) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 })
  t.after(() => mock.timers.reset())
  return new HostDesk({ now: () => Date.now(), random: () => 0.5 })
}

/** A user that takes every free turn and records when. */
function eager(desk: HostDesk, tenant: string, work: string, host = 'site.test') {
  const turns: HostPermit[] = []
  const startsMs: number[] = []
  const seat: HostSeat = desk.join(host, { tenant, work }, () => take())
  function take(): void {
    for (let turn = seat.tryStart(); turn !== null; turn = seat.tryStart()) {
      turns.push(turn)
      startsMs.push(Date.now() - 1_000_000)
    }
  }
  return { seat, turns, startsMs, take, endAll: () => turns.splice(0).forEach((turn) => turn.end(answered)) }
}

describe('the host desk', () => {
  it('lets all users of a host together have as many pages in flight as one may', (t) => {
    const desk = madeDesk(t)
    const users = Array.from({ length: 8 }, (_, at) => eager(desk, 'a', `job ${at}`))
    for (const { take } of users) take()
    assert.equal(users.flatMap(({ turns }) => turns).length, 32)
    const other = eager(desk, 'a', 'job 0', 'other.test')
    other.take()
    assert.equal(other.turns.length, 32)
  })

  it('shares turns evenly between tenants, and between the jobs of a tenant', (t) => {
    const desk = madeDesk(t)
    const first = eager(desk, 'a', 'job 1')
    first.take()
    const others = [eager(desk, 'a', 'job 2'), eager(desk, 'b', 'job 3')]
    for (const { take } of others) take()
    for (let round = 0; round < 32; round += 1) first.turns.shift()!.end(answered)
    const held = [first, ...others].map(({ turns }) => turns.length)
    assert.equal(
      held.reduce((sum, count) => sum + count, 0),
      32,
    )
    assert.deepEqual(held, [8, 8, 16])
  })

  it('stops all users when the host asks one of them for rest', (t) => {
    const desk = madeDesk(t)
    const one = eager(desk, 'a', 'job 1')
    const turn = one.seat.tryStart()!
    turn.end(throttled(5_000))
    const two = eager(desk, 'b', 'job 2')
    two.take()
    assert.equal(two.turns.length, 0)
    assert.equal(two.seat.pauseLeftMs(), 5_000)
    mock.timers.tick(4_999)
    assert.equal(two.turns.length, 0)
    mock.timers.tick(1)
    assert.ok(two.turns.length > 0)
  })

  it('keeps a crawl-delay over all users, in turn', (t) => {
    const desk = madeDesk(t)
    const users = Array.from({ length: 4 }, (_, at) => eager(desk, 'a', `job ${at}`))
    for (const { seat } of users) seat.bindCrawlDelay('http://site.test', 1_000)
    for (const { take } of users) take()
    for (let tick = 0; tick < 80; tick += 1) mock.timers.tick(100)
    const all = users.flatMap(({ startsMs }) => startsMs).toSorted((one, other) => one - other)
    assert.deepEqual(
      all,
      Array.from({ length: 9 }, (_, at) => at * 1_000),
    )
    assert.deepEqual(
      users.map(({ turns }) => turns.length),
      [3, 2, 2, 2],
    )
  })

  it('keeps the crawl-delay that robots.txt of an origin had when it was read last, of several origins the longest', (t) => {
    const desk = madeDesk(t)
    const one = eager(desk, 'a', 'job 1')
    one.seat.bindCrawlDelay('http://site.test', 10_000)
    one.seat.bindCrawlDelay('https://site.test', 1_000)
    one.take()
    mock.timers.tick(2_000)
    assert.deepEqual(one.startsMs, [0])
    one.seat.bindCrawlDelay('http://site.test', 0)
    assert.deepEqual(one.startsMs, [0, 2_000])
    mock.timers.tick(1_000)
    assert.deepEqual(one.startsMs, [0, 2_000, 3_000])
    one.seat.bindCrawlDelay('https://site.test', 0)
    assert.equal(one.startsMs.length, 32)
  })

  it('wakes a user that missed its turn once the spacing after another turn is over', (t) => {
    const desk = madeDesk(t)
    let wakes = 0
    const one = eager(desk, 'a', 'job 1')
    one.seat.bindCrawlDelay('http://site.test', 1_000)
    const slow = one.seat.tryStart()
    const busy = desk.join('site.test', { tenant: 'a', work: 'job 2' }, () => void (wakes += 1))
    assert.equal(busy.tryStart(), null)
    mock.timers.tick(1_000)
    assert.equal(wakes, 1)
    const other = desk.join('site.test', { tenant: 'b', work: 'job 3' }, () => undefined)
    assert.notEqual(other.tryStart(), null)
    mock.timers.tick(1_000)
    assert.equal(wakes, 2)
    assert.notEqual(slow, null)
  })

  it('spaces a request that is made again within its turn as any start, and the starts after it', (t) => {
    const desk = madeDesk(t)
    const one = eager(desk, 'a', 'job 1')
    one.seat.bindCrawlDelay('http://site.test', 1_000)
    const turn = one.seat.tryStart()!
    mock.timers.tick(1_000)
    const two = eager(desk, 'b', 'job 2')
    two.take()
    assert.deepEqual(two.startsMs, [1_000])
    mock.timers.tick(400)
    assert.equal(turn.repeat(), 600)
    mock.timers.tick(1_599)
    assert.deepEqual(two.startsMs, [1_000])
    mock.timers.tick(1)
    assert.deepEqual(two.startsMs, [1_000, 3_000])
    turn.end(answered)
    assert.equal(turn.repeat(), 0)
  })

  it('sends requests to a host that has refused at its learned rate', (t) => {
    const desk = madeDesk(t)
    const one = eager(desk, 'a', 'job 1')
    // 20 answers in one second, then a refusal that asks for one second of rest: 10 per second, less a tenth.
    for (let at = 0; at < 20; at += 1) {
      const turn = one.seat.tryStart()!
      mock.timers.tick(50)
      turn.end(answered)
    }
    one.seat.tryStart()!.end(throttled(1_000))
    const two = eager(desk, 'b', 'job 2')
    two.take()
    mock.timers.tick(1_000)
    for (let tick = 0; tick < 100; tick += 1) mock.timers.tick(10)
    assert.ok(two.startsMs.length >= 9 && two.startsMs.length <= 11, `${two.startsMs.length} starts`)
  })

  it('passes a turn on when a user wants none any more, or leaves', (t) => {
    const desk = madeDesk(t)
    const one = eager(desk, 'a', 'job 1')
    one.take()
    const idle = desk.join('site.test', { tenant: 'b', work: 'idle' }, () => undefined)
    assert.equal(idle.tryStart(), null)
    const two = eager(desk, 'a', 'job 2')
    two.take()
    one.turns.pop()!.end(answered)
    assert.equal(two.turns.length, 0)
    idle.withdraw()
    assert.equal(two.turns.length, 1)
    assert.equal(idle.tryStart(), null)
    one.turns.pop()!.end(answered)
    idle.leave()
    assert.equal(two.turns.length, 2)
  })

  it('remembers the rest of a host that is used no more, until it is over', (t) => {
    const desk = madeDesk(t)
    const one = desk.join('site.test', { tenant: 'a', work: 'job' }, () => undefined)
    one.tryStart()!.end(throttled(200_000))
    one.leave()
    mock.timers.tick(100_000)
    const two = desk.join('site.test', { tenant: 'a', work: 'job 2' }, () => undefined)
    assert.equal(two.pauseLeftMs(), 100_000)
    two.leave()
    mock.timers.tick(100_001)
    desk.join('other.test', { tenant: 'a', work: 'job' }, () => undefined).leave()
    const three = desk.join('site.test', { tenant: 'a', work: 'job 3' }, () => undefined)
    assert.notEqual(three.tryStart(), null)
    assert.notEqual(three.tryStart(), null)
  })
})
