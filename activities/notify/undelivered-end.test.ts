import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import type { DeliveryTry } from '@seine/shared/api/schemas/delivery-schema.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { deliveryLogKey, jobPrefix } from '@seine/shared/storage/object-keys.ts'
import { createNoticeReader, undeliveredEvents } from './undelivered-end.ts'

const plan = { started: true, page: true, completed: true, failed: true }
const input = crawlJobInput({ notifyPlan: { webhook: plan, email: true } })
const record = { status: 'completed', completed: 2, failed: 1 } as FinalStatus
const end = { type: 'crawl.completed', sequence: 5 } as const

/** Returns the undelivered events after these tries. */
async function undeliveredAfter(tries: readonly Partial<DeliveryTry>[], of = input, ended = record) {
  const store = new MemoryStore()
  await store.put(deliveryLogKey(of, 2, 1, 0), tries.map((line) => JSON.stringify(line)).join('\n'))
  return await undeliveredEvents(store, of, ended)
}

describe('undeliveredEvents', () => {
  it('continues after the last event that was delivered or given up', async () => {
    const page = { type: 'crawl.page', sequence: 2 }
    assert.deepEqual(await undeliveredAfter([{ ...page, state: 'given_up' }]), { next: 3, calls: 3 })
    assert.deepEqual(await undeliveredAfter([{ ...page, state: 'retrying' }]), { next: 1, calls: 3 })
  })

  it('reads the newest tries alone, and no redeliveries', async () => {
    const store = new MemoryStore()
    const line = (over: Partial<DeliveryTry>) => JSON.stringify({ type: 'crawl.page', state: 'delivered', ...over })
    await store.put(deliveryLogKey(input, 0, 1, 0), line({ sequence: 1 }))
    await store.put(deliveryLogKey(input, 1, 1, 0), line({ sequence: 2 }))
    await store.put(deliveryLogKey(input, 1, 9_999, 0), line({ ...end, redelivery: true }))
    const read: string[] = []
    const watched: Pick<MemoryStore, 'get' | 'list'> = {
      list: async (prefix) => await store.list(prefix),
      get: async (key) => {
        read.push(key)
        return await store.get(key)
      },
    }
    assert.deepEqual(await undeliveredEvents(watched, input, record), { next: 3, calls: 2 })
    assert.equal(read.length, 2)
  })

  it('counts an end as delivered once it was delivered or given up, and not while it is tried again', async () => {
    const before = { type: 'crawl.page', sequence: 4, state: 'delivered' } as const
    assert.deepEqual(await undeliveredAfter([before, { ...end, state: 'retrying' }]), { next: 5, calls: 3 })
    assert.equal(await undeliveredAfter([before, { ...end, state: 'delivered' }]), null)
    assert.equal(await undeliveredAfter([before, { ...end, state: 'given_up' }]), null)
    const unrecorded = { type: 'crawl.failed', sequence: 2, state: 'delivered' } as const
    assert.equal(await undeliveredAfter([unrecorded]), null, 'the end of a job that had no record then')
  })

  it('has nothing for a receiver that is gone, that did not ask for the end, or of a cancelled job', async () => {
    const page = { type: 'crawl.page', sequence: 2 }
    assert.equal(await undeliveredAfter([{ ...page, state: 'given_up', http_status: 410 }]), null)
    assert.equal(await undeliveredAfter([page], input, { ...record, status: 'cancelled' }), null)
    const wanted = crawlJobInput({ notifyPlan: { webhook: { ...plan, cancelled: true }, email: false } })
    const cancelled = { ...record, status: 'cancelled' } as const
    assert.deepEqual(await undeliveredAfter([{ ...page, state: 'delivered' }], wanted, cancelled), {
      next: 3,
      calls: 3,
    })
    const toldOf = { type: 'crawl.cancelled', sequence: 5, state: 'delivered' } as const
    assert.equal(await undeliveredAfter([toldOf], wanted, cancelled), null)
    const startAlone = { started: true, page: false, completed: false, failed: false }
    const other = crawlJobInput({ notifyPlan: { webhook: startAlone, email: false } })
    assert.equal(await undeliveredAfter([{ type: 'crawl.started', sequence: 1, state: 'delivered' }], other), null)
    assert.equal(await undeliveredAfter([], crawlJobInput()), null)
  })
})

it('knows whether the mail of a job was sent', async () => {
  const store = new MemoryStore()
  const reader = createNoticeReader(store)
  assert.deepEqual(await reader.undelivered(input, record), { events: true, mail: true })
  assert.deepEqual(await reader.undelivered(input, { ...record, status: 'cancelled' }), { events: false, mail: false })
  await store.put(`${jobPrefix(input)}mail.json`, '{}')
  assert.deepEqual(await reader.undelivered(input, record), { events: true, mail: false })
})
