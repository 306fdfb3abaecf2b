import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FairSemaphore } from './fair-semaphore.ts'

const never = new AbortController().signal

test('calls wait for their turn, in order, also after one that failed', async () => {
  const turns = new FairSemaphore(1)
  const log: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = turns.run(never, async () => {
    await gate.promise
    throw new Error('failed')
  })
  const others = ['b', 'c'].map(async (name) => turns.run(never, async () => log.push(name)))
  assert.deepEqual(log, [])
  gate.resolve()
  await assert.rejects(first, /failed/)
  await Promise.all(others)
  assert.deepEqual(log, ['b', 'c'])
})

test('a caller that leaves while waiting takes no turn', async () => {
  const turns = new FairSemaphore(1)
  const gate = Promise.withResolvers<void>()
  const first = turns.run(never, async () => gate.promise)
  const leaving = new AbortController()
  const second = turns.run(leaving.signal, async () => assert.fail())
  leaving.abort(new Error('left'))
  await assert.rejects(second, /left/)
  gate.resolve()
  await first
  assert.equal(await turns.run(never, async () => 'third'), 'third')
})

test('tenants take turns', async () => {
  const turns = new FairSemaphore(1)
  const gate = Promise.withResolvers<void>()
  const log: string[] = []
  const first = turns.run(never, async () => gate.promise, 'a')
  const others = ['a1', 'a2', 'a3', 'b1'].map(async (name) =>
    turns.run(never, async () => log.push(name), name.slice(0, 1)),
  )
  gate.resolve()
  await Promise.all([first, ...others])
  assert.deepEqual(log, ['a1', 'b1', 'a2', 'a3'])
})
