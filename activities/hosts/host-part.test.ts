import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostLimits } from './host-limits.ts'
import { blindPart, nextSlotMs, partOf, wholeHost, type HostEntry } from './host-part.ts'

const entry = (fields: Partial<HostEntry> = {}): HostEntry => ({
  users: 1,
  inFlight: 0,
  lastStartMs: 0,
  restUntilMs: 0,
  crawlDelays: [],
  rate: null,
  expiresMs: 10_000,
  ...fields,
})

/** The parts of processes `a`, `b`, `c` ..., each computed from the entries of the others. */
function partsOf(...users: number[]) {
  const all = users.map((count, at): [string, HostEntry] => [String.fromCodePoint(97 + at), entry({ users: count })])
  return all.map(([id, own]) => partOf(id, own, new Map(all.filter(([other]) => other !== id)), 0))
}

describe('the parts of a host', () => {
  it('are the whole for a process that has it for itself', () => {
    assert.deepEqual(partOf('a', { users: 3 }, new Map(), 0), wholeHost)
    const left = new Map([
      ['b', entry({ users: 0, lastStartMs: 7 })],
      ['c', entry({ users: 5, expiresMs: 1 })],
    ])
    assert.deepEqual(partOf('a', { users: 3 }, left, 2), { ...wholeHost, lastStartMs: 7 })
  })

  it('follow the users of each process, and make one host together', () => {
    const parts = partsOf(1, 2, 5)
    assert.deepEqual(
      parts.map(({ inFlightMax }) => inFlightMax),
      [4, 8, 20],
    )
    assert.equal(
      parts.reduce((sum, { share }) => sum + share, 0),
      1,
    )
    const delayMs = 1_000
    for (let slot = 0; slot < 16; slot += 1) {
      const mine = parts.filter(({ slots }) => nextSlotMs(slot * delayMs, delayMs, slots!) === slot * delayMs)
      assert.equal(mine.length, 1, `slot ${slot}`)
    }
  })

  /** The parts of processes whose users belong to these tenants. */
  const partsByTenant = (...processes: Record<string, number>[]) => {
    const all = processes.map((tenants, at): [string, HostEntry] => [
      String.fromCodePoint(97 + at),
      entry({ users: Object.values(tenants).reduce((sum, users) => sum + users, 0), tenants }),
    ])
    return all.map(([id, own]) => partOf(id, own, new Map(all.filter(([other]) => other !== id)), 0))
  }
  const near = (one: number, other: number): boolean => Math.abs(one - other) < 1e-9

  it('give each tenant as much, however many jobs another tenant has', () => {
    const [many, one] = partsByTenant({ a: 10 }, { b: 1 })
    assert.deepEqual([many!.share, many!.inFlightMax], [0.5, 16])
    assert.deepEqual([one!.share, one!.inFlightMax], [0.5, 16])
    assert.deepEqual(one!.slots, [{ fromMs: 0, total: 2, from: 1, count: 1, step: 1 }])
    // Tenant a: five of its ten jobs in each process; tenant b: one in the second.
    const [first, second] = partsByTenant({ a: 5 }, { a: 5, b: 1 })
    assert.ok(near(first!.share, 0.25) && near(second!.share, 0.75))
    assert.deepEqual([first!.inFlightMax, second!.inFlightMax], [8, 24])
    for (const parts of [[many!, one!], [first!, second!], partsByTenant({ a: 7, b: 2 }, { b: 3, c: 11 }, { c: 2 })]) {
      assert.ok(
        near(
          parts.reduce((sum, { share }) => sum + share, 0),
          1,
        ),
      )
      const { total } = parts[0]!.slots![0]!
      for (let slot = 0; slot < total; slot += 1) {
        const mine = parts.filter(({ slots }) => nextSlotMs(slot * 1_000, 1_000, slots!) === slot * 1_000)
        assert.equal(mine.length, 1, `slot ${slot} of ${total}`)
      }
      for (const { share, slots } of parts) assert.ok(Math.abs(slots![0]!.count / total - share) < 0.01)
    }
  })

  it('give every process a slot when the exact division would need too many', () => {
    const parts = partsByTenant({ a: 97, b: 89 }, { b: 1, c: 83 }, { d: 79 }, { a: 1 }, { e: 73 })
    const totals = new Set(parts.map(({ slots }) => slots![0]!.total))
    assert.deepEqual([...totals], [hostLimits.slotsMax])
    const counts = parts.map(({ slots }) => slots![0]!.count)
    assert.ok(Math.min(...counts) >= 1, counts.join(' '))
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      hostLimits.slotsMax,
    )
  })

  it('come to each process again soon, into however many slots the host is divided', () => {
    const divisions = [
      partsByTenant({ a: 3, b: 5, c: 6 }, { a: 4, b: 6, c: 7 }),
      partsByTenant({ a: 7, b: 2 }, { b: 3, c: 11 }, { c: 2 }),
      partsByTenant({ a: 1 }, { b: 60 }, { b: 60 }),
    ]
    for (const parts of divisions) {
      for (const { share, slots } of parts) {
        const { total } = slots![0]!
        let longest = 0
        for (let slot = 0; slot < total; slot += 1) {
          longest = Math.max(longest, nextSlotMs(slot * 1_000 + 200, 1_000, slots!) / 1_000 - slot)
        }
        assert.ok(longest <= Math.ceil(3 / share), `${longest} slots of ${total} for a share of ${share}`)
      }
    }
  })

  it('go by users where one has them to itself, and beside a process of an older release', () => {
    assert.deepEqual(
      partsByTenant({ a: 1 }, { a: 2 }, { a: 5 }).map(({ share, inFlightMax, slots }) => [share, inFlightMax, slots]),
      partsOf(1, 2, 5).map(({ share, inFlightMax, slots }) => [share, inFlightMax, slots]),
    )
    const older = new Map([['b', entry({ users: 3 })]])
    assert.equal(partOf('a', { users: 1, tenants: { a: 1 } }, older, 0).share, 0.25)
    const both = new Map([...older, ['c', entry({ users: 4, tenants: { c: 4 } })] as const])
    assert.equal(partOf('a', { users: 1, tenants: { a: 1 } }, both, 0).share, 0.125)
  })

  it('leave a process that comes later what the others do not have in flight', () => {
    const others = new Map([['a', entry({ inFlight: 30 })]])
    assert.equal(partOf('b', { users: 1 }, others, 0).inFlightMax, 2)
    assert.equal(partOf('b', { users: 1 }, new Map([['a', entry({ inFlight: 40 })]]), 0).inFlightMax, 0)
  })

  it('are even where processes do not know of each other', () => {
    const { share, inFlightMax, delayFactor } = blindPart(4)
    assert.deepEqual([share, inFlightMax, delayFactor], [0.25, hostLimits.inFlightMax / 4, 4])
    assert.equal(blindPart(1_000).inFlightMax, 1)
  })
})

describe('the slots of a process', () => {
  const slots = [{ fromMs: 0, total: 3, from: 1, count: 1, step: 1 }]

  it('begin at whole multiples of the crawl-delay, and may be used for a tenth of it', () => {
    assert.equal(nextSlotMs(1_000, 1_000, slots), 1_000)
    assert.equal(nextSlotMs(1_099, 1_000, slots), 1_099)
    assert.equal(nextSlotMs(1_101, 1_000, slots), 4_000)
    assert.equal(nextSlotMs(0, 1_000, slots), 1_000)
  })

  it('change for all processes at the same time, whichever has read the change', () => {
    const known = [{ users: 1, fromMs: 0 }]
    const changed = [...known, { users: 2, fromMs: 6_000 }]
    // Process a has a second user; b has not read this yet, and then it has.
    const a = partOf('a', { users: 2, slotUsers: changed }, new Map([['b', entry({ slotUsers: known })]]), 5_000).slots!
    const before = partOf(
      'b',
      { users: 1, slotUsers: known },
      new Map([['a', entry({ slotUsers: known })]]),
      5_000,
    ).slots!
    const after = partOf(
      'b',
      { users: 1, slotUsers: known },
      new Map([['a', entry({ users: 2, slotUsers: changed })]]),
      5_500,
    ).slots!
    const ownSlots = (parts: typeof a, fromMs: number, toMs: number): number[] => {
      const found: number[] = []
      for (let atMs = fromMs; atMs < toMs; atMs += 1_000) if (nextSlotMs(atMs, 1_000, parts) === atMs) found.push(atMs)
      return found
    }
    assert.deepEqual(ownSlots(a, 0, 6_000), [0, 2_000, 4_000])
    assert.deepEqual(ownSlots(before, 0, 6_000), [1_000, 3_000, 5_000])
    assert.deepEqual(ownSlots(after, 0, 6_000), [1_000, 3_000, 5_000])
    assert.deepEqual(ownSlots(a, 6_000, 12_000), [6_000, 7_000, 9_000, 10_000])
    assert.deepEqual(ownSlots(after, 6_000, 12_000), [8_000, 11_000])
  })

  it('of a process that joins begin when the others have read it', () => {
    const joins = [{ users: 1, fromMs: 6_000 }]
    const alone = [{ users: 1, fromMs: 0 }]
    const a = partOf('a', { users: 1, slotUsers: joins }, new Map([['b', entry({ slotUsers: alone })]]), 5_000).slots!
    assert.equal(nextSlotMs(5_000, 1_000, a), 6_000)
    const b = partOf('b', { users: 1, slotUsers: alone }, new Map([['a', entry({ slotUsers: joins })]]), 5_000).slots!
    assert.equal(nextSlotMs(5_000, 1_000, b), 5_000)
    assert.equal(nextSlotMs(6_000, 1_000, b), 7_000)
  })

  it('are taken from the number of users where an entry of 0.1 names no times', () => {
    const [first] = partOf(
      'a',
      { users: 1, slotUsers: [{ users: 1, fromMs: 0 }] },
      new Map([['b', entry({ users: 2 })]]),
      0,
    ).slots!
    assert.deepEqual(first, { fromMs: 0, total: 3, from: 0, count: 1, step: 1 })
  })
})
