import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement } from '../../html/tree.ts'
import { readBlocks } from './blocks.ts'
import { readSections, siblingsOf, type Sections } from './sections.ts'

const read = (html: string): Sections =>
  readSections(readBlocks(firstElement(parseTree(html).document, 'body')!, 1_000)!)

describe('readSections', () => {
  it('ends a section at the next heading of its level or a higher one', () => {
    const { of, heading, end, above } = read('<p>x</p><h1>t</h1><h2>a</h2><p>x</p><h3>b</h3><p>x</p><h2>c</h2>')
    assert.deepEqual([...of], [-1, 0, 1, 1, 2, 2, 3])
    assert.deepEqual([heading, end, above], [[1, 2, 4, 6], [7, 6, 6, 7], [-1, 0, 1, 0]]) // prettier-ignore
  })

  it('names the outermost section below the title', () => {
    const { chapter } = read('<h1>t</h1><h2>a</h2><h3>b</h3><h4>c</h4><h2>d</h2>')
    assert.deepEqual(chapter, [0, 1, 1, 1, 4])
    assert.deepEqual(read('<h2>a</h2><h3>b</h3>').chapter, [0, 0])
  })

  it('counts the sections beside each other', () => {
    const sections = read('<h1>t</h1><h2>a</h2><h2>b</h2><h3>c</h3><h2>d</h2><h1>u</h1>')
    assert.deepEqual(sections.place, [0, 0, 1, 0, 2, 1])
    assert.deepEqual(
      sections.heading.map((_, section) => siblingsOf(sections, section)),
      [2, 3, 3, 1, 3, 2],
    )
  })

  it('reads a heading of several lines as one', () => {
    assert.deepEqual(read('<h2>a<br><br>b</h2><p>x</p>').heading, [0])
  })
})
