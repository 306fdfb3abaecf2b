import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { Deadline } from './deadline.ts'

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

const never = new Promise<never>(() => {})

test('work that outlasts the budget ends as timeout', async () => {
  const deadline = new Deadline(5)
  assert.equal(await codeOf(deadline.race(never)), 'timeout')
  assert.equal(await codeOf(deadline.race(never)), 'timeout')
})

test('work inside the budget keeps its result or its own error', async () => {
  const deadline = new Deadline(10_000)
  assert.equal(await deadline.race(Promise.resolve(7)), 7)
  await assert.rejects(deadline.race(Promise.reject(new Error('own'))), /own/)
  deadline.clear()
})

test('an abort ends the work as aborted, before and after the start', async () => {
  assert.equal(await codeOf(new Deadline(10_000, AbortSignal.abort()).race(never)), 'aborted')
  const controller = new AbortController()
  const work = codeOf(new Deadline(10_000, controller.signal).race(never))
  controller.abort()
  assert.equal(await work, 'aborted')
})

test('the first end counts', async () => {
  const controller = new AbortController()
  const deadline = new Deadline(5, controller.signal)
  assert.equal(await codeOf(deadline.race(never)), 'timeout')
  controller.abort()
  assert.equal(await codeOf(deadline.race(never)), 'timeout')
})

test('a budget beyond the range of timers does not end at once', async () => {
  const deadline = new Deadline(Number.MAX_SAFE_INTEGER)
  const first = await Promise.race([
    codeOf(deadline.race(never)),
    new Promise((resolve) => setTimeout(resolve, 20, 'still')),
  ])
  assert.equal(first, 'still')
  deadline.clear()
})

test('listeners taken off and cleared deadlines are silent, and the signal is let go', () => {
  const controller = new AbortController()
  const deadline = new Deadline(10_000, controller.signal)
  const heard: string[] = []
  deadline.onEnd(() => heard.push('released'))()
  deadline.onEnd(() => heard.push('cleared'))
  assert.equal(getEventListeners(controller.signal, 'abort').length, 1)
  deadline.clear()
  assert.equal(getEventListeners(controller.signal, 'abort').length, 0)
  controller.abort()
  assert.deepEqual(heard, [])
})
