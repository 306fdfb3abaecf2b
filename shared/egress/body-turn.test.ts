/** Needs a process of its own: turns are counted over all bodies that a process reads. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { egressLimits } from '../config/limits.ts'
import { isTurnFull } from './body-turn.ts'

test('a turn is full when all bodies together have had so much, and the next is empty', async () => {
  const half = egressLimits.bodyTurnBytes / 2
  for (let turn = 0; turn < 3; turn += 1) {
    assert.deepEqual([isTurnFull(half), isTurnFull(half), isTurnFull(1), isTurnFull(half)], [false, false, true, true])
    await nextTurn()
  }
})
