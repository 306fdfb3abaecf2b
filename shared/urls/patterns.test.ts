import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compilePatterns } from './patterns.ts'

function matcher(...sources: string[]): (path: string) => boolean {
  const result = compilePatterns(sources)
  assert.ok(result.ok, JSON.stringify(result))
  return (path) => result.patterns.matches(path)
}

function problemOf(source: string): { code: string; message: string } {
  const result = compilePatterns([source])
  assert.equal(result.ok, false, `${source} compiled`)
  const [problem] = result.ok ? [] : result.problems
  assert.ok(problem)
  return problem
}

test('a pattern is searched anywhere in path and query', () => {
  const matches = matcher('blog')
  assert.equal(matches('/en/blog/1'), true)
  assert.equal(matches('/search?q=blog'), true)
  assert.equal(matches('/shop'), false)
})

test('anchors tie a pattern to the whole of path and query', () => {
  const matches = matcher('^/docs/$')
  assert.equal(matches('/docs/'), true)
  assert.equal(matches('/docs/?page=2'), false)
  assert.equal(matches('/old/docs/'), false)
})

test('one matching pattern of a list is enough, and an empty list matches nothing', () => {
  assert.equal(matcher('^/a', '^/b')('/b/1'), true)
  assert.equal(matcher('^/a', '^/b')('/c'), false)
  assert.equal(matcher()('/a'), false)
})

test('the spellings of JavaScript that RE2 lacks are translated', () => {
  assert.equal(matcher('^/\\u0061b$')('/ab'), true)
  assert.equal(matcher('^/\\u{62}$')('/b'), true)
  assert.equal(matcher('^/\\uD83D\\uDE00$')('/😀'), true)
  assert.equal(matcher('^/[\\u0061-\\u0063]+$')('/abc'), true)
  assert.equal(matcher('^/a[^]b$')('/a\nb'), true)
  assert.equal(matcher('^/[\\b]$')('/\b'), true)
})

test('what means the same in both languages is left alone', () => {
  assert.equal(matcher('^\\/a\\-b\\.html$')('/a-b.html'), true)
  assert.equal(matcher('^/(?<year>\\d{4})/')('/2024/x'), true)
  assert.equal(matcher('^/[]x]+$')('/]x'), true)
  assert.equal(matcher('^/[[:digit:]]+$')('/12'), true)
  assert.equal(matcher('^/[(?=]$')('/='), true)
  assert.equal(matcher('^/\\Qa(?=b\\E$')('/a(?=b'), true)
  assert.equal(matcher('(?i)^/DOCS')('/docs'), true)
  assert.equal(matcher('^/\\\\u0061$')('/\\u0061'), true)
})

const unsupported: readonly (readonly [pattern: string, names: RegExp])[] = [
  ['^/(?=blog)', /look-ahead/],
  ['^/(?!blog)', /negative look-ahead/],
  ['(?<=a)b', /look-behind/],
  ['(?<!a)b', /negative look-behind/],
  ['(a)\\1', /back-reference `\\1`/],
  ['(?<n>a)\\k<n>', /back-reference `\\k`/],
  ['(?P<n>a)(?P=n)', /back-reference/],
  ['(?>a)', /atomic group/],
  ['a++', /possessive/],
  ['a{1,2}+', /possessive/],
  ['(?(1)a|b)', /conditional/],
  ['(?R)', /recursion/],
  ['(?x)a b', /extended mode/],
  ['\\cA', /control escape/],
  ['a\\Z', /escape `\\Z`/],
  ['a{1001}', /repeat count/],
]

for (const [pattern, names] of unsupported) {
  test(`${pattern} is refused as unsupported, by name`, () => {
    const problem = problemOf(pattern)
    assert.equal(problem.code, 'unsupported_pattern')
    assert.match(problem.message, names)
  })
}

for (const pattern of ['[a', '(a', '*a', 'a)', 'a{2,1}', '[z-a]', '\\', 'a**']) {
  test(`${pattern} is refused as a syntax error`, () => {
    const problem = problemOf(pattern)
    assert.equal(problem.code, 'validation_failed')
    assert.match(problem.message, /not a regular expression/)
  })
}

test('every problem of a list is reported with its index', () => {
  const result = compilePatterns(['ok', '(?=a)', '[', 'fine'])
  assert.deepEqual(result.ok ? null : result.problems.map(({ index, code }) => [index, code]), [
    [1, 'unsupported_pattern'],
    [2, 'validation_failed'],
  ])
})

test('a pattern that is exponential elsewhere runs in linear time', () => {
  const matches = matcher('^/(a+)+$')
  const started = performance.now()
  assert.equal(matches(`/${'a'.repeat(2_000)}!`), false)
  assert.ok(performance.now() - started < 10_000)
})

test('a pattern that does not fit into the budget is named and not compiled, those that fit are', () => {
  const result = compilePatterns(['a{10}', '(?:a{31}){31}', 'b', '('], 100)
  assert.equal(result.ok, false)
  const problems = result.ok ? [] : result.problems
  assert.deepEqual(
    problems.map(({ index, code }) => [index, code]),
    [
      [1, 'unsupported_pattern'],
      [3, 'validation_failed'],
    ],
  )
  assert.match(problems[0]?.message ?? '', /too large/)
  assert.ok(result.steps > 10 && result.steps < 100)
})

test('patterns in daily use fit into the budget a hundred times', () => {
  const daily = [
    '^/blog/\\d{4}/\\d{2}/[\\w-]{1,200}/?$',
    '(?i)\\.(?:pdf|docx?|xlsx?)(?:\\?.*)?$',
    '^/(?:[a-z]{2}/)?docs/\\pL+',
    '(?i)[а-яё]+',
  ]
  for (const pattern of daily) assert.ok(compilePatterns(Array.from({ length: 100 }, () => pattern)).ok, pattern)
})
