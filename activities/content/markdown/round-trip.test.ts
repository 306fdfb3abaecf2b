import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement, type TreeNode } from '../../html/tree.ts'
import { createUrlResolver } from '../../html/urls.ts'
import { changedExamples, examplesCount, inexactExamples, plainExamples, roundTripBase } from './testing/round-trip.ts'
import { toMarkdown } from './to-markdown.ts'

/** Examples of CommonMark 0.31 that the round trip changes, with the reason. */
const lost = new Map([
  [148, 'a table of one cell is layout; paragraphs inside preformatted text'],
  [149, 'a table of one cell is layout'],
  [160, 'a table of one cell is layout'],
  [175, 'an item that shows nothing'],
  [190, 'a table of one cell is layout'],
])

const urls = createUrlResolver(roundTripBase, null)

const convert = (html: string): string => {
  const body = firstElement(parseTree(html).document, 'body') as TreeNode
  return toMarkdown({ roots: [body], skip: new Set() }, urls)
}

describe('the examples of CommonMark through HTML, Markdown and HTML', () => {
  it('come back as they were, but for a few', () => {
    assert.equal(examplesCount, 652)
    assert.deepEqual(changedExamples(convert), [...lost.keys()])
  })

  it('come back with exactly the same tree when they have no raw HTML', () => {
    assert.equal(plainExamples.length, 580)
    assert.deepEqual(inexactExamples(convert), [])
  })

  it('come back so in GFM too, where text that looks like an address could become a link', () => {
    const options = { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousProtocol: true }
    assert.deepEqual(
      inexactExamples(convert, (markdown) => micromark(markdown, options)),
      [],
    )
  })
})
