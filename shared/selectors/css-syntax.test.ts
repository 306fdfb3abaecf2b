import assert from 'node:assert/strict'
import { test } from 'node:test'
import { syntaxProblem } from './css-syntax.ts'

const selectors = [
  'a',
  '*',
  '#a > b',
  '.a.b ~ c + d, e f',
  '[data-x="a > 1"]',
  "a[href='//x']:not([b=']'])",
  'li:nth-child(2n + 1)',
  'input:checked, a:hover',
  ':is(h1, h2) :has(> img)',
  'p::first-line',
  String.raw`#\31 23`,
  String.raw`.md\:flex`,
  'my-element',
  '.größe',
  'a /* comment > */ b',
  'a||b',
  '& > a',
  '[x',
  ':root',
  ' #a ',
  'a>b',
  '.a1 #b2',
]

const others = [
  '',
  '  ',
  '//div[@id="a"]',
  '/html/body',
  'a >',
  '> a',
  'a,',
  'a,,b',
  'a > > b',
  'a)',
  'a]',
  ':not(a]',
  'a { color: red }',
  'a; b',
  '#',
  'a.',
  'a:',
  '. a',
  '#123',
  '.5',
  '10px',
  'a = b',
  '@media',
  'text="Log in"',
  'css=#main',
  'a % b',
  '<a>',
  '$("a")',
]

test('selectors of every kind pass', () => {
  for (const selector of selectors) assert.equal(syntaxProblem(selector), null, selector)
})

test('selectors that no browser can read are reported', () => {
  for (const selector of others) assert.ok(syntaxProblem(selector), selector)
})

test('the longest texts cost little', () => {
  const before = process.cpuUsage()
  for (const unit of ['/*', '"', '\\', '[', '(', 'a,', ' ', '> ', ':', '"\\', "'/*"]) {
    syntaxProblem(unit.repeat(4_096 / unit.length))
    syntaxProblem(`a${unit.repeat(4_096 / unit.length)}b`)
  }
  const { user, system } = process.cpuUsage(before)
  assert.ok((user + system) / 1_000 < 2_000)
})
