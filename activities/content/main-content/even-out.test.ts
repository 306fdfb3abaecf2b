import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evenOut } from './even-out.ts'
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
  it('brings blocks of the same place nearer to each other', () => {
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
