import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cutEnd, cutMiddle, displayWidth, isLiveTerminal, paintFor, printable } from './terminal-text.ts'

const terminal = { write: () => true, isTTY: true }
const pipe = { write: () => true }

describe('the width of text', () => {
  for (const [text, width] of [
    ['abc', 3],
    ['…━─●', 4],
    ['日本', 4],
    ['한국', 4],
    ['e\u0301', 1],
    ['👩‍👩‍👧', 2],
    ['ｆ', 2],
    ['', 0],
  ] as const) {
    test(`${JSON.stringify(text)} takes ${width} columns`, () => assert.equal(displayWidth(text), width))
  }
})

describe('cutting text', () => {
  test('text that fits stays whole', () => {
    assert.equal(cutEnd('abc', 3), 'abc')
    assert.equal(cutMiddle('日本', 4), '日本')
  })

  test('the end goes, marked', () => {
    assert.equal(cutEnd('abcdef', 4), 'abc…')
  })

  test('the middle of an address goes, both ends stay', () => {
    assert.equal(cutMiddle('https://example.com/docs/page-17', 21), 'https://ex…cs/page-17')
  })

  test('no width is ever exceeded, wide characters included', () => {
    const text = 'https://例え.jp/ページ/日本語/e\u0301👩‍👩‍👧'
    for (let columns = 0; columns <= displayWidth(text) + 1; columns += 1) {
      assert.ok(displayWidth(cutEnd(text, columns)) <= columns, `end at ${columns}`)
      assert.ok(displayWidth(cutMiddle(text, columns)) <= columns, `middle at ${columns}`)
    }
  })
})

describe('text from the outside', () => {
  test('loses escape sequences, controls and direction marks', () => {
    assert.equal(printable('a\u001B[31mb\u001B]0;title\u0007c\r\nd\u202Ee\u009B2Jf\u0085g'), 'abc def g')
  })
})

describe('styles', () => {
  test('a terminal gets colour, a pipe none', () => {
    assert.equal(paintFor(terminal, {})('red', 'x'), '\u001B[31mx\u001B[39m')
    assert.equal(paintFor(pipe, {})('red', 'x'), 'x')
  })

  test('NO_COLOR turns colour off but not redrawing; a dumb terminal has neither', () => {
    assert.equal(paintFor(terminal, { NO_COLOR: '1' })('red', 'x'), 'x')
    assert.equal(paintFor(terminal, { NO_COLOR: '' })('red', 'x'), '\u001B[31mx\u001B[39m')
    assert.equal(isLiveTerminal(terminal, { NO_COLOR: '1' }), true)
    assert.equal(isLiveTerminal(terminal, { TERM: 'dumb' }), false)
    assert.equal(paintFor(terminal, { TERM: 'dumb' })('red', 'x'), 'x')
  })
})
