import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../parse-tree.ts'
import { firstElement } from '../tree.ts'
import { readBlocks } from './blocks.ts'
import { measureBlocks, type BlockMeasures } from './measures.ts'

const measure = (html: string): BlockMeasures =>
  measureBlocks(readBlocks(firstElement(parseTree(html).document, 'body')!, 100)!)

/** Values of the first block. */
function first(html: string, ...keys: (keyof BlockMeasures)[]): (number | undefined)[] {
  const measures = measure(html)
  return keys.map((key) => measures[key][0])
}

describe('measureBlocks', () => {
  it('counts words, figures and capitals', () => {
    assert.deepEqual(first('<p>The 2 Cats met at 10:30.</p>', 'words', 'figures', 'capitals'), [7, 3, 2])
  })

  it('counts the words of links and the links', () => {
    assert.deepEqual(first('<p>see <a href=x>this <b>one</b></a> or <a href=y>that</a></p>', 'words', 'linkWords', 'links'), [5, 3, 3]) // prettier-ignore
  })

  it('counts ends of sentences, not points in numbers and names', () => {
    assert.deepEqual(first('<p>It costs 3.50 at example.org. Is it? Yes!</p>', 'stops', 'prices'), [3, 0])
    assert.deepEqual(first('<p>今日は晴れです。明日は雨。</p>', 'stops', 'words'), [2, 5.5])
  })

  it('counts prices, separators, questions and commas', () => {
    assert.deepEqual(first('<p>$5 | €6, why?</p>', 'prices', 'separators', 'questions', 'commas'), [2, 1, 1, 1])
  })

  it('counts the words that hold sentences together', () => {
    assert.deepEqual(first('<p>The house of the rising sun</p>', 'functionWords'), [3])
    assert.deepEqual(first('<p>Add cart</p>', 'functionWords'), [0])
  })

  it('says how a block begins and ends', () => {
    const ends = ['startsCapital', 'endsSentence', 'endsColon', 'copyright'] as const
    assert.deepEqual(first('<p>It is so.</p>', ...ends), [1, 1, 0, 0])
    assert.deepEqual(first('<p>© some:</p>', ...ends), [0, 0, 1, 1])
  })

  it('gives equal texts equal hashes', () => {
    const { hash } = measure('<p>Add to <b>cart</b></p><div>add to cart</div><p>to cart add</p>')
    assert.equal(hash[0], hash[1])
    assert.notEqual(hash[0], hash[2])
  })
})
