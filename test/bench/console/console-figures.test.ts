import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleTable, median, passes, type ConsoleFigure } from './console-figures.ts'

const figure = (change: Partial<ConsoleFigure> = {}): ConsoleFigure => ({
  title: 'first paint',
  value: 320.04,
  unit: 'ms',
  mark: 1_500,
  ...change,
})

test('a figure is a line with its mark, and is named when it misses it', () => {
  const [head, paint, weight, idle, answers] = consoleTable([
    figure(),
    figure({ title: 'weight', value: 36_640, unit: 'bytes', mark: 150_000 }),
    figure({ title: 'idle', value: 0.1204, unit: '%', mark: 0.1 }),
    figure({ title: 'answers', value: 13, unit: 'answers', mark: null }),
  ]).split('\n')
  assert.match(head ?? '', /^figure +value +mark$/)
  assert.match(paint ?? '', /^first paint +320\.0 ms +1500\.0 ms$/)
  assert.match(weight ?? '', /^weight +36\.6 kB +150\.0 kB$/)
  assert.match(idle ?? '', /^idle +0\.120 % +0\.100 % +missed$/)
  assert.match(answers ?? '', /^answers +13 answers$/)
})

test('the mark itself passes; what could not be measured does not', () => {
  assert.ok(passes(figure({ value: 1_500 })))
  assert.ok(!passes(figure({ value: 1_500.1 })))
  assert.ok(!passes(figure({ value: Number.NaN })))
})

test('the median of an even number of values is between the two in the middle', () => {
  assert.equal(median([9, 1, 4]), 4)
  assert.equal(median([9, 1, 4, 5]), 4.5)
  assert.throws(() => median([]))
})
