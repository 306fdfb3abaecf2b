import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeyedQueue } from './keyed-queue.ts'

const shop = 'acme/shop'
const never = new AbortController().signal

test('callers of one key take turns in order of arrival, and those of another do not wait for them', async () => {
  const turns = new KeyedQueue()
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
  const other = await turns.take('acme/other', never)
  other()
  assert.deepEqual(order, [])
  first()
  await Promise.all([second, third])
  assert.deepEqual(order, ['second', 'third'])
})

test('a caller that disconnects before its turn leaves the queue, and does not let others pass', async () => {
  const turns = new KeyedQueue()
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

test('work of one key runs one after the other, past failures, and the key is forgotten afterwards', async () => {
  const queue = new KeyedQueue()
  const events: string[] = []
  const work = (name: string, fails = false) =>
    queue.run('key', async () => {
      events.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 2))
      events.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const results = await Promise.allSettled([work('a'), work('b', true), work('c')])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(events, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(queue.size, 0)
  assert.equal(await queue.run('key', async () => await Promise.resolve(1)), 1)
})
