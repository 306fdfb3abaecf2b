import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { selectorProblem } from './css-problem.ts'
import { parseCss } from './parse-css.ts'

describe('parseCss', () => {
  it('reads steps, what joins them, and alternatives', () => {
    const joined = parseCss(' a > b  c+d ~ e , f ').map((chain) => chain.map(({ combinator }) => combinator))
    assert.deepEqual(joined, [[null, 'child', 'descendant', 'adjacent', 'sibling'], [null]])
  })

  it('reads the conditions on an element', () => {
    assert.deepEqual(parseCss('DIV.a#b[C="d\\"" i]:not(e)')[0]?.[0]?.tests, [
      { kind: 'tag', name: 'div' },
      { kind: 'attribute', name: 'class', how: 'word', value: 'a', ignoreCase: false },
      { kind: 'attribute', name: 'id', how: 'equals', value: 'b', ignoreCase: false },
      { kind: 'attribute', name: 'c', how: 'equals', value: 'd"', ignoreCase: true },
      { kind: 'not', selector: [[{ combinator: null, tests: [{ kind: 'tag', name: 'e' }] }]] },
    ])
  })

  it('begins what :has holds at the element itself', () => {
    const [test] = parseCss(':has(> a b, c)')[0]?.[0]?.tests ?? []
    assert.ok(test?.kind === 'has')
    assert.deepEqual(
      test.selector.map((chain) => chain.map(({ combinator }) => combinator)),
      [['child', 'descendant'], ['descendant']],
    )
  })

  const names: [selector: string, value: string][] = [
    ['.\\31 a', '1a'],
    ['.\\!mt-0', '!mt-0'],
    ['.md\\:w-1\\/2', 'md:w-1/2'],
    ['.é--x', 'é--x'],
    ['.\\0 x', '\uFFFDx'],
    ['.\\1F600', '😀'],
  ]
  for (const [selector, value] of names) {
    it(`reads the name ${selector}`, () => {
      const [test] = parseCss(selector)[0]?.[0]?.tests ?? []
      assert.equal(test?.kind === 'attribute' ? test.value : null, value)
    })
  }

  const positions: [formula: string, step: number, offset: number][] = [
    ['odd', 2, 1],
    ['EVEN', 2, 0],
    ['3', 0, 3],
    ['n', 1, 0],
    ['-n+3', -1, 3],
    [' 2n + 1 ', 2, 1],
    ['+4n-2', 4, -2],
  ]
  for (const [formula, step, offset] of positions) {
    it(`reads the position ${formula}`, () => {
      const tests = parseCss(`:nth-child(${formula})`)[0]?.[0]?.tests
      assert.deepEqual(tests, [{ kind: 'nth', step, offset, ofType: false, fromEnd: false }])
    })
  }
})

describe('selectorProblem', () => {
  const fine = ['a', '*', 'a/**/b', 'a > b, c', ':is(a, b) c', '[a="]"]', ':not(:has(> a))', 'li:nth-last-of-type(2n)']
  for (const selector of fine) it(`has none with ${selector}`, () => assert.equal(selectorProblem(selector), null))

  const problems: [selector: string, problem: RegExp][] = [
    ['', /is empty/],
    [' ', /is empty/],
    ['a,', /cannot be read at its end/],
    ['> a', /cannot be read at "> a"/],
    ['a >', /cannot be read/],
    ['a)b', /cannot be read at "\)b"/],
    ['..a', /cannot be read/],
    ['#1a', /cannot be read/],
    ['[a="b]', /cannot be read/],
    ['[a!=b]', /cannot be read/],
    ['svg|a', /cannot be read/],
    ['a /* b', /cannot be read/],
    [':is()', /cannot be read/],
    [':nth-child(x)', /is not a position such as odd, 3 or 2n\+1/],
    [':hover', /:hover cannot be evaluated/],
    [':constructor(a)', /:constructor cannot be evaluated/],
    ['a::before', /pseudo-element/],
    [`${':not('.repeat(9)}a${')'.repeat(9)}`, /nested 8 deep/],
    ['.a'.repeat(501), /may have 500 parts/],
    ['a'.repeat(4_097), /may have 4096 characters/],
  ]
  for (const [selector, problem] of problems) {
    it(`names that of ${JSON.stringify(selector.slice(0, 20))}`, () =>
      assert.match(selectorProblem(selector) ?? '', problem))
  }

  it('reads the longest selectors in no time', () => {
    const hostile = ['\\', '/*', '/* */', ':not(', '[a', '["', ' ', 'a ', 'a,', '(', ':nth-child(', '\\a ', '--', '"\\']
    const before = process.threadCpuUsage()
    for (const piece of hostile) selectorProblem(piece.repeat(4_096 / piece.length))
    assert.ok(process.threadCpuUsage(before).user < 2_000_000)
  })
})
