import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventIdOf } from '@seine/shared/api/schemas/webhook-event.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import type { TryOutcome } from './delivery-plan.ts'
import { NotDeliverableError } from './not-deliverable.ts'
import { redeliverWebhook, ReceiverBusyError, type RedeliverResult } from './redeliver-webhook.ts'
import { everything, jobId, SimulatedDelivery } from './testing/simulated-delivery.ts'

const failed: TryOutcome = { kind: 'failed', retryAfterMs: null }
const { signal } = new AbortController()

const again = async (job: SimulatedDelivery, sequence: number, call = 0): Promise<RedeliverResult> => {
  const input = { jobId, tenant: 'acme', plan: everything, eventId: eventIdOf(jobId, sequence) }
  return await redeliverWebhook(job.deps, { ...input, call, firstTryAtMs: job.nowMs }, signal)
}

describe('redeliverWebhook', () => {
  it('sends an event again, the same in id and body', async () => {
    const job = new SimulatedDelivery(() => ({ kind: 'delivered' }))
    job.count(2)
    await job.end('completed')
    await job.run(1_000)
    for (const sequence of [1, 3, 4]) {
      assert.deepEqual(await again(job, sequence), { delivered: true, waitMs: null })
      assert.deepEqual(job.taken.at(-1), job.taken[sequence - 1])
    }
    const last = (await job.log()).at(-1)
    assert.deepEqual([last?.sequence, last?.redelivery, last?.state], [4, true, 'delivered'])
  })

  it('has as many tries as a page', async () => {
    const job = new SimulatedDelivery(() => failed)
    job.count(1)
    const pauses = []
    for (let call = 0; call < 5; call += 1) pauses.push((await again(job, 2, call)).waitMs)
    assert.deepEqual(pauses, [5_000, 300_000, 1_800_000, 1_495_000, null])
    assert.deepEqual(
      (await job.log()).map(({ try: number, state }) => [number, state]),
      [
        [1, 'retrying'],
        [2, 'retrying'],
        [3, 'retrying'],
        [4, 'retrying'],
        [5, 'given_up'],
      ],
    )
  })

  it('stops at once when the receiver is gone', async () => {
    const job = new SimulatedDelivery(() => ({ kind: 'gone' }))
    assert.deepEqual(await again(job, 1), { delivered: false, waitMs: null })
  })

  it('rejects an event that has not happened, or that belongs to another job', async () => {
    const job = new SimulatedDelivery(() => ({ kind: 'delivered' }))
    job.count(2)
    for (const sequence of [4, 5, 999]) await assert.rejects(again(job, sequence), NotDeliverableError)
    await job.end('cancelled')
    await assert.rejects(again(job, 4), NotDeliverableError)
    const input = { jobId, tenant: 'acme', plan: everything, call: 0, firstTryAtMs: 0 }
    for (const eventId of ['', 'x', 'evt_crawl-2_1', `${eventIdOf(jobId, 1)}x`, eventIdOf(jobId, 0)]) {
      await assert.rejects(redeliverWebhook(job.deps, { ...input, eventId }, signal), NotDeliverableError)
    }
    assert.equal(job.calls.length, 0)
  })

  it('makes no try while the host has enough deliveries under way', async () => {
    const job = new SimulatedDelivery(() => ({ kind: 'delivered' }))
    for (let taken = 0; taken < webhookLimits.perHostMax; taken += 1) job.slots.take('receiver.example')
    await assert.rejects(again(job, 1), ReceiverBusyError)
    assert.equal(job.calls.length, 0)
  })
})
