import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCallProbes } from './call-probes.ts'

const state = (running: number) => ({ state: () => ({ capacity: 2, running, queued: 1, refused: 3 }) })

test('a worker is ready until it drains, and stays alive', async () => {
  let draining = false
  const probes = createCallProbes(state(0), () => draining, '1.2.3')
  assert.equal((await probes['/readyz']!()).status, 200)
  draining = true
  assert.equal((await probes['/readyz']!()).status, 503)
  assert.equal((await probes['/livez']!()).status, 200)
})

test('pressure reports how much room there is', async () => {
  const told = async (running: number, draining: boolean) =>
    (await createCallProbes(state(running), () => draining, '1.2.3')['/pressure']!()).body
  const facts = { version: '1.2.3', capacity: 2, queued: 1, refused: 3 }
  assert.deepEqual(await told(1, false), { isAvailable: true, isDraining: false, running: 1, ...facts })
  assert.deepEqual(await told(2, false), { isAvailable: false, isDraining: false, running: 2, ...facts })
  assert.deepEqual(await told(0, true), { isAvailable: false, isDraining: true, running: 0, ...facts })
})
