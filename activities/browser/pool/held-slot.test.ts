import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HostDesk } from '../../hosts/host-desk.ts'
import { acquirePermit } from '../../hosts/acquire-permit.ts'
import { NoSlotError } from './contract.ts'
import { HeldSlot, WaitingCalls } from './held-slot.ts'
import { createSlots } from './slots.ts'

const { signal } = new AbortController()

/** One slot, and a host whose turns are all taken. */
function lab(waitingMax: number) {
  const slots = createSlots({ capacity: 1, reservedForCalls: 0, queueMax: 1 })
  const waiting = new WaitingCalls(waitingMax)
  const desk = new HostDesk()
  const seat = desk.join('site.test', { tenant: 'b', work: 'job' }, () => undefined)
  const turns = Array.from({ length: 32 }, () => seat.tryStart()!)
  const held = async (): Promise<HeldSlot> => {
    const slot = new HeldSlot(slots, 'a', waiting)
    await slot.take(0, signal)
    return slot
  }
  const turnFor = (slot: HeldSlot, waitMs = 5_000) =>
    acquirePermit(desk, 'site.test', { tenant: 'a', work: 'call' }, { waitMs, signal, slot })
  return { slots, turns, held, turnFor }
}

test('a turn that is waited for begins once there is a slot for it', async () => {
  const { slots, turns, held, turnFor } = lab(1)
  const slot = await held()
  let begun = false
  const turn = turnFor(slot)
  void turn.then(() => (begun = true))
  assert.equal(slots.state().running, 0)
  const other = await held()
  turns[0]!.end({ kind: 'answered' })
  await new Promise(setImmediate)
  assert.deepEqual([begun, slots.state().queued], [false, 1])
  other.end()
  await turn
  assert.equal(slots.state().running, 1)
  slot.end()
  slot.end()
  assert.equal(slots.state().running, 0)
})

test('a call with a slot has its turn before one that waits for its slot', async () => {
  const { slots, turns, held, turnFor } = lab(1)
  const slot = await held()
  const turn = turnFor(slot)
  const other = await held()
  turns[0]!.end({ kind: 'answered' })
  await new Promise(setImmediate)
  assert.equal(slots.state().queued, 1)
  // It may not lend its slot, because another call already waits without one.
  const others = await turnFor(other, 1_000)
  others.end({ kind: 'answered' })
  other.end()
  await turn
})

test('a call that comes back for its slot is not refused because others wait', async () => {
  const { slots, turns, held, turnFor } = lab(1)
  const slot = await held()
  const turn = turnFor(slot)
  const other = await held()
  const queued = slots.take('call', 5_000, signal, 'b')
  turns[0]!.end({ kind: 'answered' })
  await new Promise(setImmediate)
  assert.equal(slots.state().queued, 2)
  other.end()
  ;(await queued)()
  await turn
})

test('a call whose wait for the host has ended has no slot to return', async () => {
  const { slots, held, turnFor } = lab(1)
  const slot = await held()
  await assert.rejects(turnFor(slot, 20), /no turn within/)
  slot.end()
  await (await held()).takeAgain(0, signal)
  assert.deepEqual([slots.state().running, slots.state().queued], [1, 0])
})

test('a call keeps its slot while too many wait without one', async () => {
  const { slots, held, turnFor } = lab(1)
  const first = await held()
  const waiting = [turnFor(first, 50)]
  const second = await held()
  waiting.push(turnFor(second, 50))
  assert.equal(slots.state().running, 1)
  await assert.rejects(held(), NoSlotError)
  await Promise.allSettled(waiting)
  for (const slot of [first, second]) slot.end()
  assert.equal(slots.state().running, 0)
})
