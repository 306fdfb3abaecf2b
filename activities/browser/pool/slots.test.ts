import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import { NoSlotError, type Slots, type SlotUser } from './contract.ts'
import { createSlots } from './slots.ts'

const never = new AbortController().signal
const longMs = 60_000
/** Ends the pending waits when the tests are over. */
const over = new AbortController()

/** Requests a slot in the background and records when it was granted. */
function ask(slots: Slots, user: SlotUser, waitMaxMs = longMs, signal = over.signal) {
  const asked = { granted: false, refused: null as Error | null, leave: () => {} }
  const settled = slots.take(user, waitMaxMs, signal).then(
    (leave) => Object.assign(asked, { granted: true, leave }),
    (refused: Error) => Object.assign(asked, { refused }),
  )
  return Object.assign(asked, { settled })
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('slots', () => {
  after(() => over.abort())

  test('are given up to the capacity and counted while held', async () => {
    const slots = createSlots({ capacity: 2 })
    const leave = await slots.take('call', 0, never)
    await slots.take('call', 0, never)
    assert.deepEqual(slots.state(), { capacity: 2, running: 2, queued: 0, refused: 0 })
    leave()
    leave()
    assert.equal(slots.state().running, 1)
  })

  test('a call that may not wait is refused at once, with the facts', async () => {
    const slots = createSlots({ capacity: 1 })
    await slots.take('call', 0, never)
    await assert.rejects(slots.take('call', 0, never), (error) => {
      assert.ok(error instanceof NoSlotError)
      assert.deepEqual([error.running, error.capacity, error.queued], [1, 1, 0])
      return true
    })
    assert.equal(slots.state().refused, 1)
  })

  test('a call is refused at once when the queue is full', async () => {
    const slots = createSlots({ capacity: 1, queueMax: 1 })
    const first = await slots.take('call', 0, never)
    const waiting = ask(slots, 'call')
    await assert.rejects(slots.take('call', longMs, never), NoSlotError)
    first()
    await waiting.settled
    assert.equal(waiting.granted, true)
  })

  test('a call waits no longer than it may', async () => {
    const slots = createSlots({ capacity: 1 })
    await slots.take('call', 0, never)
    await assert.rejects(slots.take('call', 5, never), NoSlotError)
    assert.equal(slots.state().queued, 0)
  })

  test('come in the order of asking', async () => {
    const slots = createSlots({ capacity: 1, queueMax: 2 })
    const first = await slots.take('call', 0, never)
    const [second, third] = [ask(slots, 'call'), ask(slots, 'call')]
    first()
    await turn()
    assert.deepEqual([second.granted, third.granted], [true, false])
    second.leave()
    await turn()
    assert.equal(third.granted, true)
  })

  test('jobs leave the reserved slot to calls, and do not hold up a call that asks later', async () => {
    const slots = createSlots({ capacity: 2, reservedForCalls: 1 })
    const job = await slots.take('job', 0, never)
    const waitingJob = ask(slots, 'job')
    const call = ask(slots, 'call', 0)
    await turn()
    assert.deepEqual([waitingJob.granted, call.granted], [false, true])
    call.leave()
    await turn()
    assert.equal(waitingJob.granted, false)
    job()
    await turn()
    assert.equal(waitingJob.granted, true)
  })

  test('a call goes before ten jobs that asked earlier', async () => {
    for (const capacity of [1, 2, 4]) {
      const slots = createSlots({ capacity, reservedForCalls: 1 })
      const running = await slots.take('job', 0, never)
      // The slots reserved for calls are taken as well.
      const others = await Promise.all(Array.from({ length: capacity - 1 }, () => slots.take('call', 0, never)))
      const jobs = Array.from({ length: 10 }, () => ask(slots, 'job'))
      const call = ask(slots, 'call')
      await turn()
      assert.equal(call.granted, false)
      running()
      await turn()
      assert.deepEqual([call.granted, jobs.filter(({ granted }) => granted).length], [true, 0], `of ${capacity}`)
      call.leave()
      for (const leave of others) leave()
      await turn()
      assert.equal(jobs.filter(({ granted }) => granted).length, Math.max(1, capacity - 1))
    }
  })

  test('calls without end do not starve jobs', async () => {
    const slots = createSlots({ capacity: 1, queueMax: 100 })
    let leave = await slots.take('call', 0, never)
    const job = ask(slots, 'job')
    let calls = 0
    while (!job.granted) {
      const call = ask(slots, 'call')
      leave()
      await turn()
      if (call.granted) calls += 1
      leave = call.leave
      assert.ok(calls <= poolLimits.callsBeforeJobMax)
    }
    assert.equal(calls, poolLimits.callsBeforeJobMax)
  })

  test('a job may have the only slot there is', async () => {
    const slots = createSlots({ capacity: 1, reservedForCalls: 1 })
    await slots.take('job', 0, never)
    assert.equal(slots.state().running, 1)
  })

  test('jobs that wait take no room in the queue of calls', async () => {
    const slots = createSlots({ capacity: 1, queueMax: 1 })
    await slots.take('call', 0, never)
    ask(slots, 'job')
    ask(slots, 'job')
    const call = ask(slots, 'call')
    await turn()
    assert.equal(call.refused, null)
    assert.equal(slots.state().queued, 3)
  })

  test('a caller that stops waiting leaves the queue and keeps no slot', async () => {
    const slots = createSlots({ capacity: 1 })
    const first = await slots.take('call', 0, never)
    const controller = new AbortController()
    const waiting = ask(slots, 'job', longMs, controller.signal)
    controller.abort(new Error('gone'))
    await waiting.settled
    assert.equal(waiting.refused?.message, 'gone')
    first()
    assert.deepEqual(slots.state(), { capacity: 1, running: 0, queued: 0, refused: 0 })
    await assert.rejects(slots.take('call', 0, controller.signal), /gone/)
  })

  test('leave spare slots to tenants other than the one that has taken all', async () => {
    const slots = createSlots({ capacity: 4, reservedForCalls: 0, queueMax: 2, spare: 4 })
    for (let n = 0; n < 4; n += 1) await slots.take('call', 0, never, 'greedy')
    await assert.rejects(slots.take('call', 0, never, 'greedy'), NoSlotError)
    const leave = await slots.take('call', 0, never, 'b')
    await slots.take('call', 0, never, 'b')
    // Two spare slots are left, and `b` holds two.
    await assert.rejects(slots.take('call', 0, never, 'b'), NoSlotError)
    await slots.take('call', 0, never, 'c')
    await slots.take('call', 0, never, 'd')
    await assert.rejects(slots.take('call', 0, never, 'e'), NoSlotError)
    assert.equal(slots.state().running, 8)
    leave()
    await slots.take('call', 0, never, 'e')
  })

  test('let a tenant wait although the calls of another fill the queue, and go first with fewer slots', async () => {
    const slots = createSlots({ capacity: 1, reservedForCalls: 0, queueMax: 2, spare: 1 })
    const order: string[] = []
    const first = await slots.take('call', 0, never, 'greedy')
    const second = await slots.take('call', 0, never, 'b')
    const wait = (tenant: string): Promise<() => void> =>
      slots.take('call', longMs, never, tenant).then((leave) => {
        order.push(tenant)
        return leave
      })
    const waiting = [wait('greedy'), wait('greedy'), wait('c')]
    await assert.rejects(slots.take('call', longMs, never, 'greedy'), NoSlotError)
    second()
    for (const next of [waiting[2]!, waiting[0]!, waiting[1]!]) {
      const leave = await next
      if (order.length === 1) first()
      leave()
    }
    assert.deepEqual(order, ['c', 'greedy', 'greedy'])
  })
})
