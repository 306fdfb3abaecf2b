import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillLimits } from '../../limits/structured-limits.ts'
import { keptPattern } from './patterns.ts'
import { alternativesOf } from './schema-node.ts'
import { StepBudget } from './step-budget.ts'

test('a budget ends with its steps', () => {
  const budget = new StepBudget(10, 1_000, () => 0)
  assert.deepEqual([budget.take(4), budget.take(5), budget.take(), budget.isSpent], [true, true, false, true])
})

test('a budget ends with its time, whatever steps are left', () => {
  let nowMs = 0
  const budget = new StepBudget(1_000_000, 100, () => nowMs)
  assert.equal(budget.take(fillLimits.stepsPerLook), true)
  nowMs = 101
  assert.equal(budget.take(1), true)
  assert.equal(budget.take(fillLimits.stepsPerLook), false)
  assert.equal(budget.isSpent, true)
})

test('patterns cost their steps times the characters they are run over', () => {
  const budget = new StepBudget(100_000, 1_000_000, () => 0)
  const keeps = keptPattern('a[ab]{880}[c-f]', budget)
  let texts = 0
  while (!budget.isSpent && texts < 10_000) {
    keeps('ab'.repeat(500))
    texts += 1
  }
  assert.ok(texts < 5, `${texts} texts`)
  assert.equal(keptPattern('^b+$', budget)('b'), false)
  assert.equal(keptPattern('^b+$', new StepBudget(100_000))('b'), true)
})

test('merging what references fan out to ends with the budget, and repeats no required name', () => {
  const names = Array.from({ length: 500 }, (_, at) => `r${at}`)
  const eight = (name: string): object[] => Array.from({ length: 8 }, () => ({ $ref: `#/$defs/${name}` }))
  const root = {
    $defs: {
      a: { type: 'object', required: names },
      b: { allOf: eight('a') },
    },
  }
  const [merged] = alternativesOf({ root, budget: new StepBudget(1_000_000) }, { allOf: eight('b') })
  assert.deepEqual(merged?.['required'], names)
  const small = new StepBudget(100, 1_000, () => 0)
  alternativesOf({ root, budget: small }, { allOf: eight('b') })
  assert.equal(small.isSpent, true)
})
