import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement } from '../../html/tree.ts'
import { readBlocks } from './blocks.ts'
import { readFacts } from './facts.ts'
import { columnNames, writeFeatures } from './features.ts'
import { emptyLexicon, type Lexicon } from './lexicon.ts'
import { shippedModel } from './model.ts'

/** Returns a function that reads the value of a block by column name. */
function read(html: string, lexicon: Lexicon = emptyLexicon): (block: number, column: string) => number | undefined {
  const { document } = parseTree(html)
  const blocks = readBlocks(firstElement(document, 'body')!, 1_000)!
  const matrix = writeFeatures(readFacts(document, 'https://example.org/', blocks, lexicon))
  assert.equal(matrix.length, blocks.count * columnNames.length)
  assert.ok(matrix.every(Number.isFinite))
  return (block, column) => {
    assert.ok(columnNames.includes(column), column)
    return matrix[block * columnNames.length + columnNames.indexOf(column)]
  }
}

describe('writeFeatures', () => {
  it('names every column once', () => assert.equal(new Set(columnNames).size, columnNames.length))

  it('has the columns the shipped model was trained on', () => {
    assert.deepEqual([...shippedModel().forest.columns], [...columnNames])
  })

  it('describes a block and its neighbours', () => {
    const value = read(
      '<title>The title</title><h1>The title</h1><p>One two three four.</p><p><a href=x>five six</a></p>',
    )
    assert.deepEqual([value(1, 'words'), value(1, 'words -1'), value(1, 'words 1'), value(1, 'words 2')], [4, 2, 2, -1])
    assert.deepEqual([value(2, 'link share'), value(1, 'link share 1')], [1, 1])
    assert.deepEqual([value(0, 'title overlap'), value(1, 'since title'), value(1, 'heading level')], [1, 1, 1])
  })

  it('reports repeated texts and shapes', () => {
    const value = read('<ul><li>add to cart<li>add to cart<li>add to cart</ul>')
    assert.deepEqual([value(0, 'twins'), value(2, 'twins before'), value(1, 'repeat size')], [3, 2, 3])
  })

  it('weighs the words of short blocks', () => {
    const phrases = { ...emptyLexicon, words: shippedModel().lexicon.words }
    assert.ok((read('<p>Accept all cookies', phrases)(0, 'text weight') ?? 0) < 0)
  })

  it('has no rows for a page without text', () => {
    read('')
  })
})
