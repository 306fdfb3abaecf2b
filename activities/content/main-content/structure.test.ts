import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement } from '../../html/tree.ts'
import { readBlocks, type PageBlocks } from './blocks.ts'
import { readEvidence } from './evidence.ts'
import { emptyLexicon } from './lexicon.ts'
import { measureBlocks } from './measures.ts'
import { readStructure, type PageStructure } from './structure.ts'
import { readSurroundings } from './surroundings.ts'

function read(html: string): { blocks: PageBlocks; structure: PageStructure; at: (id: string) => number } {
  const { document } = parseTree(html)
  const blocks = readBlocks(firstElement(document, 'body')!, 1_000)!
  const structure = readStructure(
    blocks,
    measureBlocks(blocks, readEvidence(document, '')),
    readSurroundings(blocks, emptyLexicon).shape,
  )
  const at = (id: string): number =>
    blocks.elements.nodes.findIndex((node) => node.attributes.some(({ name, value }) => name === 'id' && value === id))
  return { blocks, structure, at }
}

const text = 'Some running text that goes on for a while, as running text does. It even has a second sentence. '

describe('readStructure', () => {
  it('finds the next larger part around an element', () => {
    const { structure, at } = read('<div id=a><div id=b><div id=c><p id=d>x</p></div></div><p>y</p></div>')
    assert.deepEqual([structure.larger[at('d')], structure.larger[at('b')]], [at('a'), at('a')])
    assert.equal(structure.larger[0], -1)
  })

  it('groups elements of one shape beside each other', () => {
    const { structure, at } = read('<ul><li id=a>one two<li>three<li class=last id=c>four</ul><ul><li id=d>five</ul>')
    const { repeats } = structure
    const group = repeats.group[at('a')]!
    assert.deepEqual([repeats.size[group], repeats.words[group]], [2, 3])
    assert.notEqual(repeats.group[at('d')], group)
    const alike = read('<ul><li>one two<li>three<li>four</ul>').structure.repeats
    assert.deepEqual([Math.max(...alike.size), Math.max(...alike.words)], [3, 4])
  })

  it('finds the element most of the running text is in', () => {
    const { structure, at } = read(
      `<div id=menu><a href=x>one</a></div><div id=page><div id=main>${`<p>${text}</p>`.repeat(5)}</div><div id=side><p>${text}</p></div></div>`,
    )
    assert.equal(structure.best, at('main'))
  })

  it('finds none on a page without running text', () => assert.equal(read('<p>one</p><p>two</p>').structure.best, -1))
})
