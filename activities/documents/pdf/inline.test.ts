import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainFont } from './reading/font-style.ts'
import { inlineText } from './layout/inline.ts'
import { lineOf, segmentOf, type Line } from './layout/lines.ts'

/** Returns a line of adjacent pieces, each character 5 points wide. */
function line(number: number, ...pieces: string[]): Line {
  let x = 72
  const runs = pieces.map((text) => {
    const width = text.length * 5
    const looks = { size: 10, style: plainFont, spaceAfter: false, isRtl: false, href: null, mark: null }
    const run = { text, x, y: 100 + number * 12, width, ...looks }
    x += width
    return run
  })
  return lineOf([segmentOf(runs, number)])
}

const joined = (...lines: string[][]): string =>
  inlineText(
    lines.map((pieces, index) => line(index, ...pieces)),
    new Set(),
  )

describe('lines of a PDF paragraph', () => {
  it('lose the hyphen that parts a word', () => {
    assert.equal(joined(['a long exam-'], ['ple of it']), 'a long example of it')
  })

  it('keep the hyphen of a word that has others, also where it is drawn in pieces', () => {
    assert.equal(joined(['one-size-', 'fits-'], ['all']), 'one-size-fits-all')
  })

  it('are joined without a space behind a dash that touches its word', () => {
    assert.equal(joined(['of course—'], ['except here']), 'of course—except here')
    assert.equal(joined(['of course —'], ['except here']), 'of course — except here')
  })
})
