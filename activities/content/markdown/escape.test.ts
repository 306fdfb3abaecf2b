import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeSpan, escapeLineStart, isBalanced, linkTarget } from './escape.ts'
import { paragraphStyle, renderPieces } from './render.ts'

const paragraph = (text: string): string => renderPieces([{ kind: 'text', text }], paragraphStyle)

describe('escaping of a paragraph', () => {
  const untouched = [
    'a * b * c',
    'one * only',
    'a*b',
    'snake_case_name and __init__'.replace('__init__', 'x_y'),
    '_one at the edge',
    'a `lone backtick',
    'a < b and c > d',
    'I <3 it',
    'a <b without end',
    '[1] and [see]',
    'AT&T & more &c',
    'back\\slash C:\\dir',
    'wow! [x]',
    '~5 minutes',
    '1.5 litres',
    '#hashtag',
    '-dash',
    '+1',
    '2024. That year'.replace('2024. ', '2024.'),
  ]
  for (const text of untouched) it(`leaves ${JSON.stringify(text)} alone`, () => assert.equal(paragraph(text), text))

  const escaped: [text: string, expected: string][] = [
    ['*a*', '\\*a\\*'],
    ['**a**', '\\*\\*a\\*\\*'],
    ['_a_ b', '\\_a\\_ b'],
    ['`a`', '\\`a\\`'],
    ['~~a~~', '\\~\\~a\\~\\~'],
    ['<b>', '\\<b>'],
    ['x <!-- y -->', 'x \\<!-- y -->'],
    ['[a](b)', '[a\\](b)'],
    ['&amp; &#35; &#x1f;', '\\&amp; \\&#35; \\&#x1f;'],
    ['\\* \\a', '\\\\* \\a'],
    ['# a', '\\# a'],
    ['> a', '\\> a'],
    ['- a', '\\- a'],
    ['+ a', '\\+ a'],
    ['* a', '\\* a'],
    ['12. a', '12\\. a'],
    ['3) a', '3\\) a'],
    ['---', '\\---'],
    ['- - -', '\\- - -'],
    ['```', '\\```'],
    ['~~~', '\\~~~'],
    ['[a]: b', '\\[a]: b'],
    ['[ ] a', '\\[ ] a'],
    ['<div', '\\<div'],
  ]
  for (const [text, expected] of escaped)
    it(`escapes ${JSON.stringify(text)}`, () => assert.equal(paragraph(text), expected))

  it('escapes an exclamation mark before a link', () => {
    const link = { kind: 'open', mark: 'link', url: 'https://a.example/', title: null } as const
    const pieces = [
      { kind: 'text', text: 'a!' },
      link,
      { kind: 'text', text: 'b' },
      { kind: 'close', mark: 'link' },
    ] as const
    assert.equal(renderPieces(pieces, paragraphStyle), 'a\\![b](https://a.example/)')
  })

  it('escapes a lone asterisk next to emphasis', () => {
    const emphasis = { kind: 'open', mark: 'emphasis', url: '', title: null } as const
    const pieces = [
      { kind: 'text', text: '*a ' },
      emphasis,
      { kind: 'text', text: 'b' },
      { kind: 'close', mark: 'emphasis' },
    ] as const
    assert.equal(renderPieces(pieces, paragraphStyle), '\\*a *b*')
  })
})

describe('escapeLineStart', () => {
  it('minds underlines and table rules only below another line', () => {
    assert.deepEqual(
      ['===', '| - |', '-|-'].map((line) => escapeLineStart(line, false)),
      ['===', '| - |', '-|-'],
    )
    assert.deepEqual(
      ['===', '| - |', '-|-'].map((line) => escapeLineStart(line, true)),
      ['\\===', '\\| - |', '\\-|-'],
    )
  })
})

describe('codeSpan', () => {
  const cases: [text: string, expected: string][] = [
    ['a', '`a`'],
    ['`', '`` ` ``'],
    ['a``b', '` a``b `'],
    [' a ', '`  a  `'],
    [' ', '` `'],
    ['a\nb', '`a b`'],
  ]
  for (const [text, expected] of cases) {
    it(`writes ${JSON.stringify(text)}`, () => assert.equal(codeSpan(text), expected))
  }
})

describe('linkTarget', () => {
  it('keeps targets in one piece', () => {
    assert.equal(linkTarget('https://a.example/b c', null), 'https://a.example/b%20c')
    assert.equal(linkTarget('https://a.example/(b)', null), 'https://a.example/(b)')
    assert.equal(linkTarget('https://a.example/(b', null), 'https://a.example/\\(b')
    assert.equal(linkTarget('https://a.example/?a&copy;', 'x "y"\nz'), 'https://a.example/?a&amp;copy; "x \\"y\\" z"')
  })
})

describe('isBalanced', () => {
  it('knows pairs', () => {
    assert.deepEqual(
      ['', '[]', '[[]', '][', '[a][b]'].map((text) => isBalanced(text, '[', ']')),
      [true, true, false, false, true],
    )
  })
})
