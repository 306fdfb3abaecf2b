import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement } from '../../html/tree.ts'
import { readBlocks } from './blocks.ts'
import { readFacts } from './facts.ts'
import { columnNames, writeFeatures } from './features.ts'
import { emptyLexicon } from './lexicon.ts'

/** Returns a function that reads the values of some columns of a block. */
function read(html: string): (block: number, ...columns: string[]) => number[] {
  const { document } = parseTree(html)
  const blocks = readBlocks(firstElement(document, 'body')!, 1_000)!
  const matrix = writeFeatures(readFacts(document, '', blocks, emptyLexicon))
  return (block, ...columns) =>
    columns.map((column) => {
      assert.ok(columnNames.includes(column), column)
      return matrix[block * columnNames.length + columnNames.indexOf(column)]!
    })
}

const card = (name: string): string => `<li><img src=x><h3>${name}</h3><p>$ 5</p></li>`

describe('columns of the parts around a block', () => {
  it('report pictures beside a block and in its part', () => {
    const value = read('<p>a</p><img><img><p>b</p><div><p>c</p><video></video></div>')
    assert.deepEqual(value(1, 'pictures before', 'pictures behind'), [2, 0])
    assert.deepEqual(value(2, 'pictures before', 'pictures behind', 'level 1 pictures'), [0, 1, 1])
  })

  it('count form fields that a reader sees', () => {
    const value = read('<form><p>a</p><p>b</p><input type=hidden><input><select></select></form><p>c</p>')
    assert.deepEqual(value(0, 'level 1 fields', 'level 2 fields', 'page fields'), [2, 2, 2])
    assert.deepEqual(value(2, 'level 1 fields'), [2])
  })

  it('report the nearest price before and behind', () => {
    const value = read('<p>a</p><p>$ 5</p><p>b</p><p>c</p>')
    assert.deepEqual(value(3, 'price before', 'price behind'), [2, 100])
    assert.deepEqual(value(1, 'price before', 'price behind', 'prices'), [0, 0, 1])
  })

  it('describe the records of a group and its place', () => {
    const value = read(`<p>one two</p><ul>${['a', 'b', 'c'].map(card).join('')}</ul><p>x</p>`)
    assert.deepEqual(value(3, 'repeat prices', 'repeat pictures', 'repeat blocks', 'largest side'), [1, 1, 2, 0])
    assert.deepEqual(value(0, 'repeat blocks', 'largest side', 'largest distance'), [-1, -1, 1])
    assert.deepEqual(value(7, 'largest side', 'largest distance'), [1, 1])
  })

  it('describe the section and the chapter of a block', () => {
    const value = read('<h1>t</h1><h2>Also read</h2><div><h3>a b</h3><p>c d e</p></div><h2>x</h2>')
    assert.deepEqual(value(3, 'section words', 'section blocks', 'section since', 'section steps'), [5, 2, 1, 1])
    assert.deepEqual(value(3, 'chapter words', 'chapter blocks', 'chapter place', 'chapter siblings'), [7, 3, 0, 2])
    assert.deepEqual(value(0, 'title steps', 'section words'), [0, 9])
  })
})
