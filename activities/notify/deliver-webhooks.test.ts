import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { createPageNotes, writeNotes } from '@seine/shared/jobs/page-notes.ts'
import { deliveryLogPrefix, noteKey } from '@seine/shared/storage/object-keys.ts'
import type { TryOutcome } from './delivery-plan.ts'
import { NotDeliverableError } from './not-deliverable.ts'
import { everything, jobInput, SimulatedDelivery } from './testing/simulated-delivery.ts'

const delivered: TryOutcome = { kind: 'delivered' }
const failed: TryOutcome = { kind: 'failed', retryAfterMs: null }
const hourMs = 3_600_000

const sequences = (bodies: readonly { sequence: number }[]) => bodies.map(({ sequence }) => sequence)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Returns a generator of numbers from 0 to 1 that repeats the same sequence at every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

describe('deliverWebhooks', () => {
  it('sends all events of a job in order, the end last', async () => {
    const job = new SimulatedDelivery(() => delivered)
    await job.call()
    job.count(3)
    await job.call()
    job.count(2)
    await job.end('completed')
    await job.call()
    assert.deepEqual(sequences(job.taken), upTo(7))
    assert.deepEqual(
      job.taken.map(({ type }) => type),
      ['crawl.started', ...Array.from({ length: 5 }, () => 'crawl.page'), 'crawl.completed'],
    )
    assert.deepEqual(
      (await job.log()).map(({ sequence, state, try: number }) => [sequence, state, number]),
      upTo(7).map((sequence) => [sequence, 'delivered', 1]),
    )
    assert.equal(job.delivered, 7)
  })

  it('sends what the plan wants and numbers that without gaps', async () => {
    const plan = { ...everything, started: false, page: false }
    const job = new SimulatedDelivery(() => delivered, { plan })
    job.count(3)
    await job.end('completed')
    await job.run(1_000)
    assert.deepEqual(
      job.taken.map(({ sequence, type }) => [sequence, type]),
      [[1, 'crawl.completed']],
    )
  })

  it('sends no end of a cancelled job', async () => {
    const job = new SimulatedDelivery(() => delivered)
    job.count(2)
    await job.end('cancelled')
    await job.run(1_000)
    assert.deepEqual(sequences(job.taken), [1, 2, 3])
  })

  it('loses no event of a receiver that is down for a day while the job runs and ends', async () => {
    const job = new SimulatedDelivery((_body, nowMs) => (nowMs < backAtMs ? failed : delivered))
    const backAtMs = job.nowMs + 24 * hourMs
    const endsAtMs = job.nowMs + 5 * hourMs
    while (job.nowMs < endsAtMs) {
      if (job.notes.length < 1_000) job.count(20)
      await job.run(hourMs / 12)
    }
    await job.end('completed')
    await job.run(80 * hourMs)

    assert.equal(job.state.next, 1_003)
    assert.equal(job.notes.length, 1_000)
    const last = job.taken.at(-1)
    assert.equal(last?.type, 'crawl.completed')
    const log = await job.log()
    const verdicts = new Map<number, string>()
    for (const { sequence, state } of log) if (state !== 'retrying') verdicts.set(sequence, state)
    assert.deepEqual(
      [...verdicts.keys()].toSorted((a, b) => a - b),
      upTo(1_002),
    )
    assert.equal(verdicts.get(1_002), 'delivered')
    assert.equal(job.taken.length + job.givenUp, 1_002)
    // A dead receiver is not called once for each page and try.
    assert.ok(job.calls.length < 300, `${job.calls.length} calls`)
    const end = log.findLast(({ sequence }) => sequence === 1_002)
    assert.ok(Date.parse(end!.at) < backAtMs + 25 * hourMs)
  })

  it('tries the end of a job within two hours of it, for a receiver that stays unavailable', async () => {
    const job = new SimulatedDelivery(() => failed)
    job.count(500)
    await job.run(60_000)
    await job.end('failed')
    const endedAtMs = job.nowMs
    await job.run(100 * hourMs)
    const ends = (await job.log()).filter(({ type }) => type === 'crawl.failed')
    assert.equal(ends.length, 10)
    assert.equal(ends.at(-1)?.state, 'given_up')
    assert.ok(Date.parse(ends[0]!.at) - endedAtMs < 2 * hourMs)
    assert.equal(job.state.next, 503)
    assert.equal(job.givenUp, 502)
  })

  it('gives up without a try only events that have waited as long as their own tries would have taken', async () => {
    const job = new SimulatedDelivery(() => failed, { scheduleSecs: [0, 2, 2] })
    job.state = { ...job.state, next: 2 }
    job.count(2)
    while (job.givenUp < 1) job.nowMs += await job.call()
    // The last moment before the receiver counts as away.
    job.count(3)
    while (job.givenUp < 2) job.nowMs += await job.call()
    assert.equal(job.givenUp, 5)
    job.count(2)
    const given = (await job.log()).filter(({ state }) => state === 'given_up')
    assert.deepEqual(
      given.map(({ sequence, try: number }) => [sequence, number]),
      [
        [2, 3],
        [3, 3],
        [4, 0],
        [5, 0],
        [6, 0],
      ],
    )
    assert.equal(given.at(-1)?.error?.code, 'receiver_away')
  })

  it('keeps the order with a receiver that fails at random', async () => {
    const random = numbers(7)
    const job = new SimulatedDelivery(() => (random() < 0.4 ? failed : delivered))
    job.count(300)
    await job.end('completed')
    await job.run(1_000 * hourMs)
    const taken = sequences(job.taken)
    assert.deepEqual(
      taken,
      taken.toSorted((a, b) => a - b),
    )
    assert.equal(taken.at(-1), 302)
    assert.equal(job.delivered + job.givenUp, 302)
    assert.ok(job.givenUp < 15)
  })

  it('sends nothing more to a receiver that is gone, and keeps what was due in the log', async () => {
    const job = new SimulatedDelivery(({ sequence }) => (sequence === 3 ? { kind: 'gone' } : delivered))
    job.count(4)
    await job.end('completed')
    await job.run(1_000)
    assert.equal(job.calls.length, 3)
    assert.equal(job.state.gone, true)
    assert.deepEqual(
      (await job.log()).map(({ sequence, type, state, try: number }) => [sequence, type, state, number]),
      [
        [1, 'crawl.started', 'delivered', 1],
        [2, 'crawl.page', 'delivered', 1],
        [3, 'crawl.page', 'given_up', 1],
        [4, 'crawl.page', 'given_up', 0],
        [5, 'crawl.page', 'given_up', 0],
        [6, 'crawl.completed', 'given_up', 0],
      ],
    )
  })

  it('continues after the last event that an attempt before it has delivered', async () => {
    const job = new SimulatedDelivery(() => delivered)
    job.count(5)
    const before = job.state
    await job.call({ attempt: 1 })
    // The worker died before it could report its state.
    job.state = before
    job.count(2)
    await job.call({ attempt: 2 })
    assert.deepEqual(sequences(job.taken), upTo(8))
    assert.equal(job.state.next, 9)
    assert.equal(job.state.calls, 1)
  })

  it('ends a call after so many events and says that more may follow at once', async () => {
    const job = new SimulatedDelivery(() => delivered)
    job.count(700)
    assert.equal(await job.call(), 0)
    assert.equal(job.taken.length, webhookLimits.eventsPerCallMax)
  })

  it('stops between events when its signal aborts, and does not count the event under way', async () => {
    const controller = new AbortController()
    const job = new SimulatedDelivery(({ sequence }) => {
      if (sequence === 2) controller.abort()
      return delivered
    })
    job.count(5)
    await job.call({ signal: controller.signal })
    assert.deepEqual([job.state.next, job.state.trouble], [3, null])
  })

  it('waits its turn when the host has enough deliveries under way', async () => {
    const job = new SimulatedDelivery(() => delivered)
    const releases = upTo(webhookLimits.perHostMax).map(() => job.slots.take('receiver.example'))
    assert.equal(await job.call(), webhookLimits.busyWaitMs)
    assert.deepEqual([job.calls.length, job.state.calls], [0, 0])
    releases[0]?.()
    await job.call()
    assert.equal(job.calls.length, 1)
  })

  it('fails when its tries cannot be recorded', async () => {
    const job = new SimulatedDelivery(() => {
      job.store.down = true
      return delivered
    })
    await assert.rejects(job.call(), { name: 'StoreUnavailableError' })
  })

  it('gives up the events of pages whose notes are lost or damaged, and sends those after them and the end', async () => {
    for (const fault of ['missing', 'damaged'] as const) {
      const job = new SimulatedDelivery(() => delivered)
      for (let first = 1; first <= 7; first += 2) {
        job.count(2)
        const noted = job.notes
          .slice(-2)
          .map(({ note }) => ({ note, page: { depth: 0, place: null, fetchedAt: null } }))
        await writeNotes(job.store, job.input, first, noted, job.nowMs)
      }
      job.storedNotes = createPageNotes(job.store)
      const key = noteKey(job.input, 3)
      if (fault === 'missing') job.store.objects.delete(key)
      else job.store.objects.set(key, Buffer.from('{"atMs":1,"no'))
      await job.end('completed')
      await job.run(60_000)
      assert.deepEqual(sequences(job.taken), [1, 2, 3, 6, 7, 8, 9, 10], fault)
      assert.equal(job.taken.at(-1)?.type, 'crawl.completed')
      assert.equal(job.givenUp, 2)
      const given = (await job.log()).filter(({ state }) => state === 'given_up')
      assert.deepEqual(
        given.map(({ sequence, type, try: number, error }) => [sequence, type, number, error?.code]),
        [
          [4, 'crawl.page', 0, 'note_lost'],
          [5, 'crawl.page', 0, 'note_lost'],
        ],
      )
    }
  })

  it('ends for good when the job has been deleted', async () => {
    const job = new SimulatedDelivery(() => delivered)
    const deps = { ...job.deps, inputs: { get: async () => await Promise.reject(new Error('no input object')) } }
    Object.defineProperty(job, 'deps', { value: deps })
    await assert.rejects(job.call(), NotDeliverableError)
    job.input = jobInput({ notify: { webhook: null, email: null } })
  })

  it('makes log objects of bounded size', async () => {
    const job = new SimulatedDelivery(() => ({ kind: 'gone' }))
    job.count(2_500)
    await job.call()
    assert.equal((await job.store.list(deliveryLogPrefix(job.input))).length, 3)
    assert.equal((await job.log()).length, 2_501)
  })
})
