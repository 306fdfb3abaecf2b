import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Worker } from '@temporalio/worker'
import { createWorkers, runUntil } from './polling.ts'

/** A worker that runs until it is shut down, or fails. */
function fakeWorker(fault: Error | null = null) {
  let state = 'INITIALIZED'
  const ended = Promise.withResolvers<void>()
  const worker = {
    getState: () => state,
    async run() {
      state = 'RUNNING'
      if (fault !== null) ended.reject(fault)
      await ended.promise
    },
    shutdown() {
      assert.equal(state, 'RUNNING')
      state = 'STOPPED'
      ended.resolve()
    },
  }
  return worker as unknown as Worker
}

test('a worker runs until it has to stop', async () => {
  const leave = new AbortController()
  const worker = fakeWorker()
  const run = runUntil(worker, leave.signal)
  assert.equal(worker.getState(), 'RUNNING')
  leave.abort()
  await run
  assert.equal(worker.getState(), 'STOPPED')
})

test('one that is to leave before it runs gives back what it holds', async () => {
  const worker = fakeWorker()
  await runUntil(worker, AbortSignal.abort())
  assert.equal(worker.getState(), 'STOPPED')
})

test('a failed worker rejects', async () => {
  const fault = new Error('no such namespace')
  await assert.rejects(runUntil(fakeWorker(fault), new AbortController().signal), fault)
})

test('workers are all made, or none is left', async () => {
  const nobodyLeaves = new AbortController().signal
  const made = { first: fakeWorker(), second: fakeWorker() }
  const makers = {
    first: async () => await Promise.resolve(made.first),
    second: async () => await Promise.resolve(made.second),
  }
  assert.deepEqual(await createWorkers(makers, nobodyLeaves), made)

  const fault = new Error('refused')
  await assert.rejects(createWorkers({ ...makers, second: () => Promise.reject(fault) }, nobodyLeaves), fault)
  assert.equal(made.first.getState(), 'STOPPED')
})

test('a stop while workers are created leaves no worker', async () => {
  const leave = new AbortController()
  const first = fakeWorker()
  const makers = {
    first: async () => {
      leave.abort()
      return await Promise.resolve(first)
    },
    second: () => assert.fail('it goes on'),
  }
  await assert.rejects(createWorkers(makers, leave.signal), { name: 'AbortError' })
  assert.equal(first.getState(), 'STOPPED')
})
