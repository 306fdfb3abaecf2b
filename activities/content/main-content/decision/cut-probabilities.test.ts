import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTree } from '../../../html/parse-tree.ts'
import { evenOut, lowerByKind } from './cut-probabilities.ts'
import { readEvidence } from '../evidence.ts'
import type { Place } from './places.ts'

const place = (...blocks: number[]): Place => ({
  blocks,
  group: 0,
  isWritten: false,
  words: 0,
  linkWords: 0,
  prices: 0,
  records: blocks.length,
  last: 0,
})

const rounded = (probabilities: Float64Array): number[] =>
  Array.from(probabilities, (value) => Number(value.toFixed(3)))

describe('evenOut', () => {
  it('moves blocks of the same place nearer to each other', () => {
    const given = Float64Array.of(0.9, 0.1, 0.9, 0.9)
    const even = evenOut([place(0, 1)], given)
    assert.deepEqual(rounded(even), [0.707, 0.293, 0.9, 0.9])
    assert.deepEqual([...given], [0.9, 0.1, 0.9, 0.9])
  })

  it('leaves equal blocks and a single block as they are', () => {
    assert.deepEqual(rounded(evenOut([place(0, 1), place(2)], Float64Array.of(0.3, 0.3, 0.8))), [0.3, 0.3, 0.8])
  })

  it('takes probabilities of 0 and 1', () => {
    assert.deepEqual(rounded(evenOut([place(0, 1)], Float64Array.of(0, 1))), [0.004, 0.996])
  })
})

describe('lowerByKind', () => {
  const lowered = (head: string, url = 'https://example.org/'): number =>
    rounded(lowerByKind(readEvidence(parseTree(head).document, url), Float64Array.of(0.5)))[0]!

  it('lowers blocks of a product, a forum and an article', () => {
    assert.equal(lowered('<meta property="og:type" content="product">'), 0.401)
    assert.equal(lowered('', 'https://example.org/products/tent'), 0.401)
    assert.equal(lowered('', 'https://example.org/forum/12'), 0.426)
    assert.equal(lowered('<meta property="og:type" content="article">'), 0.463)
  })

  it('leaves other pages as they are', () => assert.equal(lowered('<title>x</title>'), 0.5))
})
