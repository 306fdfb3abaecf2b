import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { f1Of, fieldScore, totalScore } from './field-score.ts'

const lamp = { name: 'Lamp', price: 4.5, tags: ['a', 'b'], maker: { name: 'Ada' } }

describe('the score of fields', () => {
  it('is full for what is the same', () => {
    assert.deepEqual(fieldScore(lamp, structuredClone(lamp)), { right: 5, wanted: 5, given: 5 })
    assert.equal(f1Of(fieldScore(lamp, lamp)), 1)
  })

  it('counts what is missing and what is too much', () => {
    assert.deepEqual(fieldScore(lamp, null), { right: 0, wanted: 5, given: 0 })
    assert.deepEqual(fieldScore(lamp, { name: 'Lamp', colour: 'red' }), { right: 1, wanted: 5, given: 2 })
    assert.equal(f1Of(fieldScore({}, {})), 1)
    assert.equal(f1Of(fieldScore({ a: 1 }, {})), 0)
  })

  it('takes null for nothing', () => {
    assert.deepEqual(fieldScore({ a: null, b: 1 }, { b: 1 }), { right: 1, wanted: 1, given: 1 })
  })

  it('looks at values and not at how they are written', () => {
    assert.equal(fieldScore('a  b\n', 'a b').right, 1)
    assert.equal(fieldScore('https://E.example', 'https://e.example/').right, 1)
    assert.equal(fieldScore(4, '4').right, 0)
    assert.equal(fieldScore('Lamp', 'lamp').right, 0)
  })

  it('pairs entries of lists by what they have in common', () => {
    const [a, b] = [
      { id: 1, name: 'x' },
      { id: 2, name: 'y' },
    ]
    assert.deepEqual(fieldScore([a, b], [b, a]), { right: 4, wanted: 4, given: 4 })
    assert.deepEqual(fieldScore([a, b], [{ ...b, name: 'z' }]), { right: 1, wanted: 4, given: 2 })
    assert.deepEqual(fieldScore(['a', 'a', 'b'], ['b', 'a', 'c']), { right: 2, wanted: 3, given: 3 })
  })

  it('takes lists of more than 200 entries as they come', () => {
    const numbers = Array.from({ length: 201 }, (_, at) => at)
    assert.equal(fieldScore(numbers, numbers).right, 201)
    assert.equal(fieldScore(numbers, [...numbers.slice(1), 0]).right, 0)
    assert.deepEqual(fieldScore(numbers, []), { right: 0, wanted: 201, given: 0 })
  })

  it('gives nothing for another shape', () => {
    assert.deepEqual(fieldScore([1], { a: 1 }), { right: 0, wanted: 1, given: 1 })
    assert.deepEqual(fieldScore('a', ['a']), { right: 0, wanted: 1, given: 1 })
  })

  it('is summed over all fields', () => {
    assert.deepEqual(totalScore([fieldScore(1, 1), fieldScore(1, 2)]), { right: 1, wanted: 2, given: 2 })
  })
})
