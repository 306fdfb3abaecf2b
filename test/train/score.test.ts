import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ScoreTable, wordF1 } from './score.ts'

describe('wordF1', () => {
  const cases: [words: string, wanted: string, expected: number][] = [
    ['a b c', 'a b c', 1],
    ['a b', 'a b c d', 2 / 3],
    ['a a b', 'a b b', 2 / 3],
    ['x', 'a', 0],
    ['', 'a', 0],
    ['', '', 1],
  ]
  const split = (text: string): string[] => text.split(' ').filter((word) => word !== '')
  for (const [words, wanted, expected] of cases) {
    it(`of "${words}" for "${wanted}" is ${expected.toFixed(2)}`, () => {
      assert.equal(wordF1(split(words), split(wanted)), expected)
    })
  }
})

describe('ScoreTable', () => {
  it('averages over pages, by type and in all', () => {
    const table = new ScoreTable()
    table.add('article', 1)
    table.add('article', 0.5)
    table.add('forum', 0)
    assert.equal(table.line(), 'article 0.7500  forum 0.0000  all 0.5000')
  })
})
