import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processCount, readMachine, slotCapacity } from './capacity.ts'

const gibibyte = 1024 ** 3

test('slots are two a core where memory allows', () => {
  assert.equal(slotCapacity(0, { cores: 2, memoryBytes: 24 * gibibyte }), 4)
})

test('slots are one per 512 MiB beyond the reserve where memory is short', () => {
  assert.equal(slotCapacity(0, { cores: 8, memoryBytes: 2 * gibibyte }), 3)
})

test('there is always one slot', () => {
  assert.equal(slotCapacity(0, { cores: 1, memoryBytes: 256 * 1024 ** 2 }), 1)
})

test('the setting of the operator applies, up to the maximum', () => {
  const machine = { cores: 1, memoryBytes: gibibyte }
  assert.equal(slotCapacity(12, machine), 12)
  assert.equal(slotCapacity(1_000, machine), 256)
})

test('browsers are one a core, but not more than slots', () => {
  const machine = { cores: 8, memoryBytes: 2 * gibibyte }
  assert.equal(processCount(0, 16, machine), 8)
  assert.equal(processCount(0, 3, machine), 3)
  assert.equal(processCount(5, 3, machine), 5)
})

test('the machine is read with its limits', () => {
  const machine = readMachine()
  assert.ok(machine.cores >= 1)
  assert.ok(machine.memoryBytes > 0 && machine.memoryBytes < 2 ** 50)
})
