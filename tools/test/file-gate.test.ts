import assert from 'node:assert/strict'
import { it } from 'node:test'
import { stackLimits } from '../checkout/stack-limits.ts'
import { createGate } from './file-gate.ts'

const limits = { concurrency: 3, concurrencyMax: 5 }
const enough = () => stackLimits.testFreeMemoryMinBytes

/** Processors that are idle for a share of each moment between two readings. */
function processors() {
  const machine = { idleShare: 1, idleMs: 0, totalMs: 0 }
  return {
    machine,
    read: () => {
      machine.idleMs += machine.idleShare * 100
      machine.totalMs += 100
      return { idleMs: machine.idleMs, totalMs: machine.totalMs }
    },
  }
}

it('is open up to the usual number, whatever the load', () => {
  const { read } = processors()
  const gate = createGate(limits, read, enough, 0)
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((running) => gate.isOpen(running)),
    [true, true, true, false, false],
  )
})

it('lets one more begin after each idle moment, up to the most', async () => {
  const { read } = processors()
  const gate = createGate(limits, read, enough, 0)
  await gate.changes()
  assert.deepEqual([gate.isOpen(3), gate.isOpen(4)], [true, false])
  await gate.changes()
  assert.deepEqual([gate.isOpen(4), gate.isOpen(5)], [true, false])
  await gate.changes()
  assert.equal(gate.isOpen(5), false)
})

it('lets none more begin on a busy machine, or on one with little memory', async () => {
  const { machine, read } = processors()
  const gate = createGate(limits, read, enough, 0)
  machine.idleShare = stackLimits.testIdleShareMin - 0.01
  await gate.changes()
  assert.equal(gate.isOpen(3), false)
  machine.idleShare = 1
  const poor = createGate(limits, read, () => enough() - 1, 0)
  await poor.changes()
  assert.equal(poor.isOpen(3), false)
})
