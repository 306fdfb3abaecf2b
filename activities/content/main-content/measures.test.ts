import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../html/parse-tree.ts'
import { firstElement } from '../../html/tree.ts'
import { readBlocks } from './blocks.ts'
import { readEvidence } from './evidence.ts'
import { measureBlocks, type BlockMeasures } from './measures.ts'

function measure(html: string): BlockMeasures {
  const { document } = parseTree(html)
  return measureBlocks(readBlocks(firstElement(document, 'body')!, 100)!, readEvidence(document, ''))
}

/** Returns measures of the first block. */
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

  it('counts prices, separators and commas', () => {
    assert.deepEqual(first('<p>$5 | €6, why?</p>', 'prices', 'separators', 'commas'), [2, 1, 1])
  })

  it('counts words of the title and pairs of words that the head states', () => {
    const html =
      '<title>Glass works</title><meta name=description content="how glass is made"><p>Old glass is made here</p>'
    assert.deepEqual(first(html, 'titled', 'stated'), [1, 2])
  })

  it('says whether a block ends as a sentence does', () => {
    assert.deepEqual(first('<p>It is so.</p>', 'endsSentence'), [1])
    assert.deepEqual(first('<p>Home</p>', 'endsSentence'), [0])
  })

  it('gives equal texts equal hashes', () => {
    const { hash } = measure('<p>Add to <b>cart</b></p><div>add to cart</div><p>to cart add</p>')
    assert.equal(hash[0], hash[1])
    assert.notEqual(hash[0], hash[2])
  })
})
