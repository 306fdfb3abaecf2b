import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobLimits } from '../config/limits.ts'
import { patternLimits } from '../config/pattern-limits.ts'
import { PatternBudget, PatternTooCostlyError } from './pattern-budget.ts'
import { compileAccepted, compilePatterns, compileUrlPattern, type PatternSet } from './patterns.ts'
import { evilPaths, evilPatterns } from './testing/evil-patterns.ts'

/** Number of distinct texts, which are reused in turn: making 10,000 of 2,000 characters takes longer than matching. */
const distinct = 100
/** Steps by which the last check may exceed the budget: the instructions of one list, each counted a few times. */
const overshootMax = 16 * jobLimits.patternStepsMax

const stepsMax = (urls: number): number => patternLimits.stepsAtFirst + urls * patternLimits.stepsPerText + overshootMax

/** Returns the steps that matching this many paths takes, or the steps spent when the budget is used up. */
function stepsOf(patterns: PatternSet, characters: string, urls: number): number {
  const paths = evilPaths(characters, distinct, 2_025)
  const budget = new PatternBudget(patternLimits.stepsAtFirst)
  try {
    for (let at = 0; at < urls; at += 1) {
      budget.refill(patternLimits.stepsAtFirst, patternLimits.stepsPerText)
      patterns.matches(paths[at % distinct]!, budget)
    }
  } catch (error) {
    if (!(error instanceof PatternTooCostlyError)) throw error
  }
  return budget.spent
}

test('there are enough of them', () => assert.ok(evilPatterns.length >= 40, `${evilPatterns.length}`))

for (const { pattern, characters } of evilPatterns) {
  test(`${pattern.slice(0, 60)} is refused, or stays within the steps of a list`, () => {
    const one = compilePatterns([pattern])
    assert.ok(one.ok)
    const steps = stepsOf(one.patterns, characters, 10_000)
    assert.ok(steps <= stepsMax(10_000), `${steps} steps`)
    const hundred = Array.from({ length: 100 }, (_, at) => `${pattern}|${at}x`)
    const list = [hundred, hundred.slice(0, 20)].map((sources) => compilePatterns(sources)).find(({ ok }) => ok)
    if (list === undefined || !list.ok) return
    const listSteps = stepsOf(list.patterns, characters, 500)
    assert.ok(listSteps <= stepsMax(500), `${listSteps} steps`)
  })
}

test('a list that was too expensive for 2,000 links is refused', () => {
  const result = compilePatterns(Array.from({ length: 62 }, () => 'a[ab]{880}[c-f]'))
  assert.equal(result.ok, false)
  const [problem] = result.ok ? [] : result.problems
  assert.equal(problem?.code, 'unsupported_pattern')
  assert.match(problem?.message ?? '', /too costly to match.*20000 instructions.*this one has 884/)
})

test('a list that an earlier release has accepted is abandoned after as many steps', () => {
  const result = compileAccepted(Array.from({ length: 70 }, () => 'a[ab]{880}[c-f]'))
  assert.ok(result.ok)
  const [path] = evilPaths('ab', 1, 2_025)
  assert.throws(() => result.patterns.matches(path!), PatternTooCostlyError)
  const budget = new PatternBudget(patternLimits.stepsAtFirst)
  assert.throws(() => result.patterns.matches(path!, budget), PatternTooCostlyError)
  assert.ok(budget.spent <= patternLimits.stepsAtFirst + overshootMax, `${budget.spent}`)
})

test('a URL pattern that is accepted takes no more steps for one URL than there are', () => {
  let accepted = 0
  for (const { pattern, characters } of evilPatterns) {
    const result = compileUrlPattern(pattern)
    if (!result.ok) continue
    accepted += 1
    for (const path of evilPaths(characters, 3, jobLimits.urlMaxCharacters)) {
      const budget = new PatternBudget(patternLimits.urlStepsMax)
      result.patterns.matches(path, budget)
      assert.ok(budget.left >= 0, pattern)
    }
  }
  assert.ok(accepted > 10, `${accepted}`)
})

test('a hundred ordinary patterns take a small part of their steps', () => {
  const ordinary = [
    'session_id=',
    '(?i)\\.(?:pdf|docx?|xlsx?)(?:\\?.*)?$',
    '^/blog/\\d{4}/\\d{2}/[\\w-]{1,200}/?$',
    '(?:tag|category)/[^/]+/page/\\d+',
    '/(?:login|logout|register)(?:/|$)',
    '[?&]utm_[a-z]+=',
    '^/(?:[a-z]{2}/)?docs/',
    '\\.php$',
    '/\\d{8,}-[a-z0-9-]{1,80}\\.html$',
    '(?i)calendar',
  ]
  const result = compilePatterns(Array.from({ length: 100 }, (_, at) => `${ordinary[at % 10]!}(?:x${at})?Q`))
  assert.ok(result.ok)
  const budget = new PatternBudget(patternLimits.stepsAtFirst)
  for (let at = 0; at < 2_000; at += 1) {
    const path = `/en-gb/shop/products/category-${at % 97}/a-product-with-a-long-name-${at}.html?colour=red&size=${at % 7}`
    assert.equal(result.patterns.matches(path, budget), false)
  }
  assert.ok(budget.spent < (2_000 * patternLimits.stepsPerText) / 4, `${budget.spent}`)
})
