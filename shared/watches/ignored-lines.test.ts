import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PatternTooCostlyError } from '../urls/pattern-budget.ts'
import { LoopTurn } from '../values/loop-turn.ts'
import { IgnoredLines } from './ignored-lines.ts'

const turn = new LoopTurn(20)

/** Lines of `a` and `b` that no two of them share, so that a matcher learns nothing from one for the next. */
function letters(count: number): string[] {
  let seed = 1
  const next = (): string => (((seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) >>> 16) % 2 === 0 ? 'a' : 'b')
  return Array.from({ length: count }, () => Array.from({ length: 100 }, next).join(''))
}

const costly = ['[ab]*a[ab]{60}c']

test('patterns may take a limited number of steps in all lines of the pages of a run', async () => {
  const limits = { watchStepsAtFirst: 1_000_000, watchStepsPerPage: 200_000, watchStepsPerLine: 500_000 }
  const ignored = new IgnoredLines(costly, limits)
  const lines = letters(1_000)
  assert.deepEqual(await ignored.without(lines.slice(0, 2), turn), lines.slice(0, 2))
  await assert.rejects(ignored.without(lines, turn), PatternTooCostlyError)
  // Later pages have what every page adds, and unused steps of theirs are kept.
  assert.deepEqual(await ignored.without(['Fees'], turn), ['Fees'])
  await assert.rejects(ignored.without(lines, turn), PatternTooCostlyError)
})

test('patterns may take a limited number of steps in one line', async () => {
  const limits = { watchStepsAtFirst: 100_000_000, watchStepsPerPage: 0, watchStepsPerLine: 100_000 }
  const ignored = new IgnoredLines(costly, limits)
  await assert.rejects(ignored.without([letters(20).join('')], turn), PatternTooCostlyError)
})

test('lines that a pattern finds are left out, empty ones never', async () => {
  const ignored = new IgnoredLines(['^Weather', '^$'])
  assert.deepEqual(await ignored.without(['Weather: sun', '', 'Fees'], turn), ['', 'Fees'])
  assert.deepEqual(await new IgnoredLines([]).without(['', 'Fees'], turn), ['', 'Fees'])
})
