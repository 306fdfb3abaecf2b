import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scoreWords, wordScore } from './word-score.ts'

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

describe('scoreWords', () => {
  const cases: [words: string, wanted: string, f1: number][] = [
    ['a b c', 'a b c', 1],
    ['a b', 'a b c d', 2 / 3],
    ['a a b', 'a b b', 2 / 3],
    ['x', 'a', 0],
  ]
  for (const [words, wanted, f1] of cases) {
    it(`finds an F1 of ${f1.toFixed(2)} for "${words}" where "${wanted}" is wanted`, () => {
      assert.ok(Math.abs(scoreWords(words.split(' '), wanted.split(' ')).f1 - f1) < 1e-12)
    })
  }
})
