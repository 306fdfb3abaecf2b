import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Health } from './health.ts'

test('a process is ready once it has started, and until it drains', async () => {
  const health = new Health()
  assert.deepEqual(await health.readiness(), { phase: 'starting', problems: ['the process is starting'] })
  health.started()
  assert.deepEqual(await health.readiness(), { phase: 'serving', problems: [] })
  health.draining()
  assert.deepEqual(await health.readiness(), { phase: 'draining', problems: ['the process is shutting down'] })
  assert.deepEqual(await health.liveness(), { phase: 'draining', problems: [] })
})

test('what began to end does not start', () => {
  const health = new Health()
  health.draining()
  health.started()
  assert.equal(health.phase, 'draining')
})

test('what is needed keeps from being ready, what is vital from being alive as well', async () => {
  const health = new Health()
  health.started()
  health.addNeeded(() => null)
  health.addNeeded(async () => await Promise.resolve('the store does not answer'))
  assert.deepEqual((await health.readiness()).problems, ['the store does not answer'])
  assert.deepEqual((await health.liveness()).problems, [])
  health.addVital(() => 'a worker has failed')
  assert.deepEqual((await health.readiness()).problems, ['a worker has failed', 'the store does not answer'])
  assert.deepEqual((await health.liveness()).problems, ['a worker has failed'])
})

test('a check that throws is a problem with its words', async () => {
  const health = new Health()
  health.addVital(() => {
    throw new Error('no answer')
  })
  assert.deepEqual((await health.liveness()).problems, ['no answer'])
})
