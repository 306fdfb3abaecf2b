import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCallProbes } from './call-probes.ts'

const firstPages = { total: 5, bad: 1 }
const probesOf = (running: number, isDraining: () => boolean) =>
  createCallProbes({
    slots: { state: () => ({ capacity: 2, running, queued: 1, refused: 3 }) },
    isDraining,
    firstPages: () => firstPages,
    version: '1.2.3',
  })

test('a worker is ready until it drains, and stays alive', async () => {
  let draining = false
  const probes = probesOf(0, () => draining)
  assert.equal((await probes['/readyz']!()).status, 200)
  draining = true
  assert.equal((await probes['/readyz']!()).status, 503)
  assert.equal((await probes['/livez']!()).status, 200)
})

test('pressure reports how much room there is, and the first pages of jobs', async () => {
  const told = async (running: number, draining: boolean) =>
    (await probesOf(running, () => draining)['/pressure']!()).body
  const facts = { version: '1.2.3', capacity: 2, queued: 1, refused: 3, firstPages }
  assert.deepEqual(await told(1, false), { isAvailable: true, isDraining: false, running: 1, ...facts })
  assert.deepEqual(await told(2, false), { isAvailable: false, isDraining: false, running: 2, ...facts })
  assert.deepEqual(await told(0, true), { isAvailable: false, isDraining: true, running: 0, ...facts })
})
