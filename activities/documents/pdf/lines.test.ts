import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainFont } from './reading/font-style.ts'
import { linesOf, segmentsOf } from './layout/lines.ts'
import type { TextRun } from './reading/text-run.ts'

/** Returns a run whose characters are half as wide as high. */
const run = (text: string, x: number, y: number, more: Partial<TextRun> = {}): TextRun => ({
  text,
  x,
  y,
  width: (text.length * (more.size ?? 10)) / 2,
  size: 10,
  style: plainFont,
  spaceAfter: false,
  isRtl: false,
  href: null,
  mark: null,
  ...more,
})

const texts = (...runs: TextRun[]): string[] => linesOf(segmentsOf(runs)).map((line) => line.text)

describe('lines of a page', () => {
  it('are put together by place, with spaces for gaps', () => {
    assert.deepEqual(texts(run('below', 0, 30), run('world', 28, 10), run('hello', 0, 10)), ['hello world', 'below'])
    assert.deepEqual(texts(run('wor', 0, 10), run('ld', 15, 10)), ['world'])
  })

  it('hold the marks raised above them', () => {
    assert.deepEqual(texts(run('text', 0, 20), run('1', 20, 16, { size: 6 }), run('goes on', 26, 20)), [
      'text1 goes on',
    ])
  })

  it('stay apart beside a heading of another column', () => {
    const lines = texts(run('one', 200, 100), run('Heading', 0, 105, { size: 16 }), run('two', 200, 112))
    assert.deepEqual(lines, ['one', 'Heading', 'two'])
  })

  it('read from the right in scripts that do', () => {
    const rtl = { isRtl: true }
    assert.deepEqual(texts(run('עולם', 0, 10, rtl), run('ab', 25, 10), run('12', 38, 10), run('שלום', 52, 10, rtl)), [
      'שלום ab 12 עולם',
    ])
  })
})
