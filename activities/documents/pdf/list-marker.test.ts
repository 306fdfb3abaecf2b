import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isBareMarker, listMarker } from './layout/list-marker.ts'

describe('a list marker', () => {
  it('is a bullet or a number with its sign', () => {
    assert.deepEqual(listMarker('• Text'), { marker: { number: null }, length: 2 })
    assert.deepEqual(listMarker('•Text'), { marker: { number: null }, length: 1 })
    assert.deepEqual(listMarker('– Text'), { marker: { number: null }, length: 2 })
    assert.deepEqual(listMarker('12. Text'), { marker: { number: 12 }, length: 4 })
    assert.deepEqual(listMarker('(c) Text'), { marker: { number: 3 }, length: 4 })
  })

  it('is no number, word or negative value', () => {
    for (const text of ['1.5 times', '-5 degrees', '–what', '2024 was', 'A text', ''])
      assert.equal(listMarker(text), null, text)
  })

  it('may stand alone', () => {
    assert.ok(isBareMarker('1.'))
    assert.ok(isBareMarker('•'))
    assert.ok(!isBareMarker('1. One'))
  })
})
