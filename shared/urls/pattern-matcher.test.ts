import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RE2JS } from 're2js'
import { literalOf, LiteralMatcher } from './literal-matcher.ts'
import { PatternBudget, PatternTooCostlyError } from './pattern-budget.ts'
import { PatternMatcher } from './pattern-matcher.ts'
import { patternProgram } from './pattern-program.ts'
import { patternWidth } from './pattern-width.ts'
import { seededNumbers } from './testing/seeded-numbers.ts'

const plenty = (): PatternBudget => new PatternBudget(1e12)
const programOf = (pattern: string) => patternProgram(RE2JS.compile(pattern))
const kibibyte = 1024

const signs = ['a', 'b', 'c', 'k', 'K', '[ab]', '[^a]', '.', '\\d', '\\w', '\\s', '(?s:.)', '\\pL', '', 'é', 'ſ', '😀']
const conditions = ['\\b', '\\B', '^', '$', '(?m:^)', '(?m:$)', '\\A', '\\z']
const atoms = [...signs, ...conditions, '[à-ü]', '(?i:k)', '(?i:s)', '(?i:[j-l])']
const repeats = ['*', '+', '?', '*?', '+?', '{2}', '{1,3}', '{0,2}', '{2,}']
const characters = ['a', 'b', 'c', 'k', 'K', '1', ' ', '\n', 'é', '😀', '\u212A', 'ſ', 's', '-', '\uD83D', '_']

function patternOf(depth: number, next: (below: number) => number): string {
  const one = (): string => patternOf(depth - 1, next)
  if (depth === 0) return atoms[next(atoms.length)]!
  const shape = next(8)
  if (shape < 3) return one() + one()
  if (shape === 3) return `(?:${one()}|${one()})`
  if (shape === 4) return `(?:${one()})${repeats[next(repeats.length)]!}`
  return shape === 5 ? `(${one()})` : one()
}

for (const memoryMaxBytes of [0, kibibyte, kibibyte * kibibyte]) {
  test(`finds what re2js finds, with ${memoryMaxBytes} bytes for its states`, () => {
    const next = seededNumbers(memoryMaxBytes + 3)
    let found = 0
    for (let round = 0; round < 1_000; round += 1) {
      const pattern = patternOf(1 + next(5), next)
      const compiled = RE2JS.compile(pattern)
      const program = patternProgram(compiled)
      const literal = literalOf(program)
      const matcher = literal === null ? new PatternMatcher(program, memoryMaxBytes) : new LiteralMatcher(literal)
      for (let at = 0; at < 20; at += 1) {
        const text = Array.from({ length: next(14) }, () => characters[next(characters.length)]).join('')
        const expected = compiled.test(text)
        if (expected) found += 1
        assert.equal(matcher.matches(text, plenty()), expected, JSON.stringify({ pattern, text }))
      }
    }
    assert.ok(found > 1_000, `${found}`)
  })
}

const dear = 'a[ab]{200}[c-f]'
const dearText = (length: number): string => {
  const next = seededNumbers(7)
  return Array.from({ length }, () => 'ab'[next(2)]).join('')
}

test('a text costs no more than instructions times characters, whatever may be kept', () => {
  const program = programOf(dear)
  for (const memoryMaxBytes of [0, 64 * kibibyte, 8 * kibibyte * kibibyte]) {
    const budget = plenty()
    new PatternMatcher(program, memoryMaxBytes).matches(dearText(2_000), budget)
    assert.ok(budget.spent <= 16 * program.size * 2_000, `${budget.spent}`)
    assert.ok(budget.spent >= program.size * 2_000 * 0.25, `${budget.spent}`)
  }
})

test('a text whose states are known costs a step a character', () => {
  const matcher = new PatternMatcher(programOf('(?:/[a-z]+)*\\.html'), kibibyte * kibibyte)
  const text = `/${'abc/'.repeat(500)}`
  matcher.matches(text, plenty())
  const budget = plenty()
  matcher.matches(text, budget)
  assert.ok(budget.spent <= text.length + 10, `${budget.spent}`)
})

test('a matcher stops in the middle of a text when the budget is used up, and is as good as before', () => {
  const matcher = new PatternMatcher(programOf(dear), kibibyte * kibibyte)
  const text = `${dearText(1_000)}a${'b'.repeat(200)}c`
  const little = new PatternBudget(50_000)
  assert.throws(() => matcher.matches(text, little), PatternTooCostlyError)
  assert.ok(little.spent < 60_000, `${little.spent}`)
  assert.equal(matcher.matches(text, plenty()), true)
  assert.equal(matcher.matches(dearText(300), plenty()), false)
})

test('what cheap texts leave over is kept up to a bound', () => {
  const budget = new PatternBudget(100)
  for (let texts = 0; texts < 1_000; texts += 1) budget.refill(100, 10)
  assert.equal(budget.left, 110)
  assert.throws(() => budget.spend(111), PatternTooCostlyError)
  assert.equal(budget.spent, 111)
})

test('a plain text is found in linear time', () => {
  const wanted = `b${'a'.repeat(1_000)}`
  assert.equal(literalOf(programOf(wanted)), wanted)
  const budget = plenty()
  const matcher = new LiteralMatcher(wanted)
  assert.equal(matcher.matches('a'.repeat(100_000), budget), false)
  assert.equal(budget.spent, 200_000)
  assert.equal(matcher.matches(`${'b'.repeat(50)}${wanted}`, budget), true)
  assert.throws(() => matcher.matches('aa', new PatternBudget(3)), PatternTooCostlyError)
  for (const pattern of ['', 'a|b', '(?i)a', '^a', 'a*', '\\x{d83d}']) assert.equal(literalOf(programOf(pattern)), null)
})

const widths: readonly (readonly [pattern: string, least: number, most: number])[] = [
  ['session_id=', 1, 1],
  ['^/blog/\\d{4}/\\d{2}/[\\w-]{1,200}/?$', 1, 10],
  ['a[ab]{880}[c-f]', 880, 890],
  ['^(?:a|b)*c{500}', 500, 510],
  ['^(?:a?){900}z', 1_800, 1_810],
  ['^a|^b', 1, 8],
  ['(?:^|/)x{50}', 50, 60],
]
for (const [pattern, least, most] of widths) {
  test(`a character is held against ${least} to ${most} instructions of \`${pattern}\``, () => {
    const width = patternWidth(programOf(pattern))
    assert.ok(width >= least && width <= most, `${width}`)
  })
}
