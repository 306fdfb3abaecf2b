import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PageSlots, type SlotTaker } from './page-slots.ts'

/** A slice that takes every slot it can get and records each of its turns. */
function eager(slots: PageSlots, tenant: string, name: string, turns: string[], rank = 0): SlotTaker {
  const taker = slots.join({ tenant, rank, jobId: name }, () => {
    turns.push(name)
    assert.ok(taker.take())
    taker.take()
  })
  return taker
}

describe('PageSlots', () => {
  it('has as many pages in flight as there are slots, and keeps some from one tenant', () => {
    const slots = new PageSlots(4, { spareShare: 0.25 })
    const a = slots.join({ tenant: 'a', rank: 0, jobId: 'a-1' }, () => undefined)
    const b = slots.join({ tenant: 'b', rank: 0, jobId: 'b-1' }, () => undefined)
    assert.deepEqual([a.take(), a.take(), a.take(), a.take()], [true, true, true, false])
    assert.deepEqual([b.take(), b.take()], [true, false])
    assert.deepEqual(slots.state(), { capacity: 4, running: 4, queued: 2, refused: 0 })
    a.giveBack()
    assert.ok(a.take() !== b.take(), 'one of them has the slot that was given back')
  })

  it('gives freed slots to tenants in turn, whatever each has waiting', () => {
    const slots = new PageSlots(2, { spareShare: 0 })
    const holder = slots.join({ tenant: 'h', rank: 0, jobId: 'h-1' }, () => undefined)
    holder.take()
    holder.take()
    const turns: string[] = []
    for (const name of ['a1', 'a2', 'a3']) eager(slots, 'a', name, turns).take()
    eager(slots, 'b', 'b1', turns).take()
    holder.giveBack()
    holder.giveBack()
    assert.deepEqual(turns, ['a1', 'b1'])
  })

  it('gives out fewer, and what is freed beyond that to none; then more, to those in line at once', () => {
    const slots = new PageSlots(3, { spareShare: 0 })
    const holder = slots.join({ tenant: 'a', rank: 0, jobId: 'a-1' }, () => undefined)
    for (let at = 0; at < 3; at += 1) holder.take()
    const turns: string[] = []
    for (const name of ['b1', 'b2']) eager(slots, 'b', name, turns).take()
    slots.resize(1)
    holder.giveBack()
    holder.giveBack()
    assert.deepEqual(turns, [])
    slots.resize(3)
    assert.deepEqual(turns, ['b1', 'b2'])
    assert.deepEqual(slots.state(), { capacity: 3, running: 3, queued: 2, refused: 0 })
  })

  it('goes by rank among the slices of one tenant, and then by order, but not over other tenants', () => {
    const slots = new PageSlots(1, { spareShare: 0 })
    const holder = slots.join({ tenant: 'h', rank: 0, jobId: 'h-1' }, () => undefined)
    holder.take()
    const turns: string[] = []
    const takers = [
      eager(slots, 'a', 'last', turns, 5),
      eager(slots, 'b', 'other', turns, 3),
      eager(slots, 'a', 'first', turns, 1),
      eager(slots, 'a', 'second', turns, 1),
    ]
    for (const taker of takers) taker.take()
    holder.giveBack()
    for (const at of [2, 1, 3]) takers[at]!.giveBack()
    assert.deepEqual(turns, ['first', 'other', 'second', 'other'])
  })

  it('passes on slots that a user who left the line would have had', () => {
    const slots = new PageSlots(1, { spareShare: 0 })
    const holder = slots.join({ tenant: 'a', rank: 0, jobId: 'a-1' }, () => undefined)
    holder.take()
    const gone = slots.join({ tenant: 'a', rank: 0, jobId: 'a-1' }, () => assert.fail('it has left'))
    const late = slots.join({ tenant: 'a', rank: 0, jobId: 'a-1' }, () => undefined)
    const last = slots.join({ tenant: 'a', rank: 0, jobId: 'a-1' }, () => undefined)
    for (const taker of [gone, late, last]) assert.equal(taker.take(), false)
    gone.withdraw()
    holder.giveBack()
    late.withdraw()
    assert.equal(last.take(), true)
    last.giveBack()
    assert.deepEqual(slots.state(), { capacity: 1, running: 0, queued: 0, refused: 0 })
  })

  it('has a slot for the first page of a tenant although all are taken, as long as memory permits', () => {
    const slots = new PageSlots(2, { spareShare: 0, most: 4 })
    const a = slots.join({ tenant: 'a', rank: 0, jobId: 'a-1' }, () => undefined)
    const others = ['b', 'c', 'd'].map((tenant) => slots.join({ tenant, rank: 0, jobId: tenant }, () => undefined))
    assert.deepEqual([a.take(), a.take(), a.take()], [true, true, false])
    assert.deepEqual(
      others.map((taker) => taker.take()),
      [true, true, false],
    )
    others[0]!.giveBack()
    assert.ok(others[2]!.take(), 'it goes to the tenant without one, although the other has waited longer')
    others[1]!.giveBack()
    assert.equal(slots.state().running, 3)
  })

  it('passes on every slot that one given back permits', () => {
    const slots = new PageSlots(4, { spareShare: 0, most: 128 })
    const held = (tenant: string, count: number): SlotTaker => {
      const taker = slots.join({ tenant, rank: 0, jobId: tenant }, () => undefined)
      for (let at = 0; at < count; at += 1) assert.ok(taker.take())
      return taker
    }
    const x = held('x', 1)
    held('y', 3)
    const turns: string[] = []
    for (const [tenant, name] of [
      ['y', 'y2'],
      ['x', 'x2'],
    ] as const) {
      assert.equal(slots.join({ tenant, rank: 0, jobId: name }, () => turns.push(name)).take(), false)
    }
    x.giveBack()
    assert.deepEqual(turns, ['y2', 'x2'], 'y2 has the slot, and x2 is the first page of its tenant')
  })

  it('counts the jobs that have pages in flight or wait', () => {
    const slots = new PageSlots(1, { spareShare: 0 })
    const [a, b, c] = ['one', 'one', 'two'].map((jobId) =>
      slots.join({ tenant: 't', rank: 0, jobId }, () => undefined),
    ) as [SlotTaker, SlotTaker, SlotTaker]
    assert.equal(slots.jobs, 0)
    a.take()
    b.take()
    assert.equal(slots.jobs, 1)
    c.take()
    assert.equal(slots.jobs, 2)
    c.withdraw()
    assert.equal(slots.jobs, 1)
    a.giveBack()
    assert.ok(b.take())
    b.giveBack()
    assert.equal(slots.jobs, 0)
  })
})
