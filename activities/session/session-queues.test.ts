import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SessionQueues } from './session-queues.ts'

const shop = { tenant: 'acme', id: 'shop' }
const never = new AbortController().signal

test('pages of one session take turns, first come first, and those of another do not wait for them', async () => {
  const turns = new SessionQueues()
  const order: string[] = []
  const first = await turns.take(shop, never)
  const second = turns.take(shop, never).then((end) => {
    order.push('second')
    end()
  })
  const third = turns.take(shop, never).then((end) => {
    order.push('third')
    end()
  })
  const other = await turns.take({ tenant: 'acme', id: 'other' }, never)
  other()
  assert.deepEqual(order, [])
  first()
  await Promise.all([second, third])
  assert.deepEqual(order, ['second', 'third'])
})

test('a caller that disconnects before its turn leaves the queue, and does not let others pass', async () => {
  const turns = new SessionQueues()
  const end = await turns.take(shop, never)
  const leaving = new AbortController()
  const gone = turns.take(shop, leaving.signal)
  let isIn = false
  const last = turns.take(shop, never).then((endLast) => {
    isIn = true
    endLast()
  })
  leaving.abort(new Error('gone'))
  await assert.rejects(gone, /gone/)
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(isIn, false)
  end()
  await last
})
