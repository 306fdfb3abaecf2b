import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainLine } from './plain-line.ts'

describe('a plain line', () => {
  for (const [text, expected] of [
    ['  a\n\tb\u00A0c ', 'a b c'],
    ['<p>One</p>two <b>3</b>.', 'One two 3.'],
    ['&amp; b &nbsp;&#x41; &unknown;', '& b A &unknown;'],
    ['1 < 2', '1 < 2'],
    ['\u0000\u001B[31mred', '[31mred'],
    ['01234567890123456789x', '0123456789012345678…'],
    ['01234567890123456789', '01234567890123456789'],
    [' <br> ', undefined],
    ['', undefined],
  ] as const) {
    it(`of ${JSON.stringify(text)} is ${JSON.stringify(expected)}`, () => {
      assert.equal(plainLine(text, 20), expected)
    })
  }

  it('of a long text has only its beginning looked at', () => {
    const startMs = performance.now()
    assert.equal(plainLine('<'.repeat(10_000_000), 300)?.length, 300)
    assert.ok(performance.now() - startMs < 5_000)
  })

  it('never ends in half a character', () => {
    assert.ok(plainLine('😀'.repeat(100), 10)?.isWellFormed())
  })
})
