import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DeliveryTry } from '@seine/shared/api/schemas/delivery-schema.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { BadCursorError } from '@seine/shared/jobs/ledger-cursor.ts'
import { createDeliveryLog } from './delivery-log.ts'
import { DeliveryLogWriter, deliveredByCall, logRedelivery } from './delivery-log-writer.ts'

const job = { tenant: 'acme', id: 'crawl-1' }

const line = (sequence: number, patch: Partial<DeliveryTry> = {}): DeliveryTry => ({
  event_id: `evt_crawl-1_${sequence}`,
  type: 'crawl.page',
  sequence,
  state: 'delivered',
  try: 1,
  at: '2026-11-22T00:00:00.000Z',
  elapsed_ms: 5,
  http_status: 200,
  error: null,
  next_try_at: null,
  redelivery: false,
  ...patch,
})

async function write(store: MemoryStore, call: number, lines: DeliveryTry[], attempt = 1): Promise<void> {
  const writer = new DeliveryLogWriter(store, job, { call, attempt })
  for (const each of lines) await writer.add(each)
  await writer.close()
}

/** Reads all tries, page by page. */
async function readAll(store: MemoryStore, limit: number, state: DeliveryTry['state'] | null = null) {
  const log = createDeliveryLog(store)
  const read: number[] = []
  let pages = 0
  for (let cursor: string | null = null; ;) {
    const page = await log.page(job, { state, cursor, limit })
    assert.ok(page.tries.length <= limit)
    read.push(...page.tries.map(({ sequence }) => sequence))
    pages += 1
    cursor = page.nextCursor
    if (cursor === null) return { read, pages }
  }
}

describe('the delivery log', () => {
  it('is read page by page in the order of tries, whatever the size of a page', async () => {
    const store = new MemoryStore()
    await write(store, 0, [line(1), line(2), line(3)])
    await write(store, 1, [line(4)])
    await write(store, 1, [line(5), line(6)], 2)
    await write(store, 2, [line(7)])
    for (const limit of [1, 2, 3, 7, 100]) {
      assert.deepEqual((await readAll(store, limit)).read, [1, 2, 3, 4, 5, 6, 7], String(limit))
    }
    assert.deepEqual(await readAll(store, 7), { read: [1, 2, 3, 4, 5, 6, 7], pages: 1 })
    assert.deepEqual(await readAll(new MemoryStore(), 5), { read: [], pages: 1 })
  })

  it('shows tries in one state alone', async () => {
    const store = new MemoryStore()
    await write(store, 0, [line(1), line(2, { state: 'retrying' })])
    await write(store, 1, [line(2, { state: 'given_up' }), line(3), line(4, { state: 'given_up' })])
    assert.deepEqual((await readAll(store, 1, 'given_up')).read, [2, 4])
    assert.deepEqual((await readAll(store, 9, 'retrying')).read, [2])
  })

  it('reads so many objects for a page and no more', async () => {
    const store = new MemoryStore()
    const calls = webhookLimits.logObjectsPerRead * 2 + 1
    for (let call = 0; call < calls; call += 1) await write(store, call, [line(call + 1)])
    const { read, pages } = await readAll(store, 500, 'given_up')
    assert.deepEqual([read, pages], [[], 3])
    assert.equal((await readAll(store, 500)).read.length, calls)
  })

  it('takes cursors of the same job alone', async () => {
    const store = new MemoryStore()
    await write(store, 0, [line(1), line(2)])
    const log = createDeliveryLog(store)
    const { nextCursor } = await log.page(job, { state: null, cursor: null, limit: 1 })
    const others = [
      { tenant: 'acme', id: 'crawl-2' },
      { tenant: 'other', id: 'crawl-1' },
    ]
    for (const other of others) {
      await assert.rejects(log.page(other, { state: null, cursor: nextCursor, limit: 1 }), BadCursorError)
    }
    for (const cursor of ['', 'x', '0', `${nextCursor}=`, Buffer.from('000000-0001-0000.1.x').toString('base64url')]) {
      await assert.rejects(log.page(job, { state: null, cursor, limit: 1 }), BadCursorError, cursor)
    }
  })

  it('keeps lines that could not be written until they can be', async () => {
    const store = new MemoryStore()
    const writer = new DeliveryLogWriter(store, job, { call: 0, attempt: 1 })
    await writer.add(line(1))
    store.down = true
    await assert.rejects(writer.flush(), { name: 'StoreUnavailableError' })
    store.down = false
    await writer.add(line(2))
    await writer.close()
    assert.deepEqual((await readAll(store, 9)).read, [1, 2])
  })

  it('leaves out lines that many attempts at a call could not write, so that their events are not sent again', async () => {
    const store = new MemoryStore()
    store.down = true
    const last = new DeliveryLogWriter(store, job, { call: 1, attempt: webhookLimits.logAttemptsMax })
    await last.add(line(1))
    await last.close()
    const early = new DeliveryLogWriter(store, job, { call: 1, attempt: webhookLimits.logAttemptsMax - 1 })
    await early.add(line(1))
    await assert.rejects(early.close(), { name: 'StoreUnavailableError' })
  })

  it('reports which events earlier attempts at a call have delivered', async () => {
    const store = new MemoryStore()
    assert.equal(await deliveredByCall(store, job, 3), null)
    await write(store, 2, [line(20)])
    await write(store, 3, [line(5), line(6), line(7, { state: 'retrying' })])
    await logRedelivery(store, job, line(9, { redelivery: true }))
    assert.equal(await deliveredByCall(store, job, 3), 6)
  })

  it('keeps each requested redelivery, after the tries made before it', async () => {
    const store = new MemoryStore()
    await logRedelivery(store, job, line(1, { redelivery: true }))
    await write(store, 4, [line(2)])
    await Promise.all([3, 4, 5].map(async (sequence) => await logRedelivery(store, job, line(sequence))))
    await write(store, 5, [line(6)])
    const { read } = await readAll(store, 2)
    assert.deepEqual(
      [read.slice(0, 2), read.slice(2, 5).toSorted((a, b) => a - b), read.slice(5)],
      [[1, 2], [3, 4, 5], [6]],
    )
  })
})
