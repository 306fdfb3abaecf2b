import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wordScore } from './word-score.ts'

describe('wordScore', () => {
  it('counts a word as often as both texts have it, whatever its case', () => {
    const { precision, recall, f1 } = wordScore('The cat, the CAT, the cat', 'the cat and the dog')
    assert.equal(precision, 3 / 6)
    assert.equal(recall, 3 / 5)
    assert.ok(Math.abs(f1 - 6 / 11) < 1e-12)
  })

  it('knows words of every script', () => {
    assert.equal(wordScore('Straße 東京 привет', 'straße 東京 привет').f1, 1)
  })

  it('gives nothing for one empty text and everything for two', () => {
    assert.equal(wordScore('', 'word').f1, 0)
    assert.equal(wordScore('word', '').f1, 0)
    assert.equal(wordScore(' ', '').f1, 1)
  })
})
