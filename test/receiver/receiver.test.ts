import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startReceiver } from './receiver.ts'

test('accepted events are in the order of their first success, also when some are repeated', async (t) => {
  const receiver = await startReceiver()
  t.after(async () => await receiver.close())
  receiver.react(({ number }) => ({ status: number === 2 ? 503 : 204 }))
  // The sender is killed after event 4 and begins again at event 3.
  for (const sequence of [3, 4, 4, 3, 5]) {
    const id = `crawl-1-${sequence}`
    const body = JSON.stringify({ id: 'crawl-1', event_id: id, sequence })
    await fetch(receiver.url, { method: 'POST', headers: { 'webhook-id': id }, body })
  }
  assert.deepEqual(
    receiver.accepted('crawl-1').map(({ sequence }) => sequence),
    [3, 4, 5],
  )
})
