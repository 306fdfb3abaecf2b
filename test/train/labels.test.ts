import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wordsOf } from '../bench/extraction/word-score.ts'
import { labelBlocks } from './labels.ts'

/** Labels of blocks, rounded. */
const labels = (blocks: string[], wanted: string): number[] =>
  [...labelBlocks(blocks.map(wordsOf), wordsOf(wanted))].map((label) => Math.round(label * 100) / 100)

describe('labelBlocks', () => {
  it('finds long blocks wherever they stand', () => {
    assert.deepEqual(labels(['home shop about us', 'the story of the glass begins', 'all rights are reserved here'], 'The story of the glass begins.'), [0, 1, 0]) // prettier-ignore
  })

  it('finds a short block between blocks that have a place', () => {
    const long = ['one two three four five', 'six seven eight nine ten']
    assert.deepEqual(labels(['end', long[0]!, 'end', long[1]!, 'end'], `${long[0]} end ${long[1]}`), [0, 1, 1, 1, 0])
  })

  it('gives a text that occurs once to one block only', () => {
    assert.deepEqual(labels(['the same four words', 'the same four words'], 'The same four words'), [1, 0])
  })

  it('gives a text that occurs twice to both', () => {
    assert.deepEqual(labels(['the same four words', 'x', 'the same four words'], 'the same four words the same four words'), [1, 0, 1]) // prettier-ignore
  })

  it('reports the share of a block that is wanted', () => {
    assert.deepEqual(labels(['posted by ann here comes the long text'], 'Here comes the long text'), [0.63])
  })

  it('labels nothing of an empty text', () => assert.deepEqual(labels(['a b c d', 'e'], ''), [0, 0]))
})
