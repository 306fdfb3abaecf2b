import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patternSteps } from './pattern-cost.ts'

const costs: readonly (readonly [pattern: string, least: number, most: number])[] = [
  ['', 0, 0],
  ['abc', 3, 3],
  ['a|b', 3, 3],
  ['a*b+c?', 6, 6],
  ['^/blog/\\d{4}/[\\w-]{1,200}$', 200, 600],
  ['a{1000}', 1_000, 3_000],
  ['a{2,}', 2, 6],
  ['a{0}', 1, 4],
  ['a{x}', 4, 4],
  ['(?:ab){10}', 20, 60],
  ['((a{10}){10}){10}', 1_000, 4_000],
  ['(?P<name>a)(?<other>b)(?i)', 2, 8],
  ['\\pL', 50, 200],
  ['\\p{Greek}{100}', 150, 400],
  ['[^\\pL]', 50, 200],
  ['(?i)\\pL', 200, 400],
  ['[a-z0-9]', 1, 5],
  ['[]a]', 1, 5],
  ['(?i)[a-z]', 4, 20],
  ['(?i)[а-яё]', 1, 50],
  ['(?i)[a-\\x{10ffff}]', 10_000, 20_000],
  ['(?i)[\\x41-\\x5A\\-x]', 1, 20],
  ['(?i)[\\u{10000}-😀]', 0, 20_000],
  ['(?i:[!-￾])', 5_000, 20_000],
  ['(?i)\\w[[:alpha:]]', 20, 60],
  ['\\Qa{1000}\\E', 7, 20],
  ['\\Qa{1000}', 7, 20],
]

for (const [pattern, least, most] of costs) {
  test(`\`${pattern}\` takes ${least} to ${most} steps`, () => {
    const steps = patternSteps(pattern)
    assert.ok(steps >= least && steps <= most, `${steps}`)
  })
}

test('what is no pattern is measured nevertheless', () => {
  for (const pattern of [
    '(',
    ')',
    '(((a',
    'a)))',
    '[',
    '[^',
    '[a-',
    '[a',
    '\\',
    '\\p',
    '\\p{',
    '\\x{',
    '*',
    '{2}',
    '(?',
    '(?<',
  ]) {
    const steps = patternSteps(pattern)
    assert.ok(Number.isFinite(steps) && steps >= 0 && steps < 1_000, `${pattern}: ${steps}`)
  }
})
