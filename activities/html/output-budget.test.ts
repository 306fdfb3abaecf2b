import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { outputCapFor, OutputBudget } from './output-budget.ts'

describe('outputCapFor', () => {
  it('is generous to small pages, a multiple for larger ones, and has an end', () => {
    assert.deepEqual(
      [0, 131_072, 1_000_000, 20_000_000].map(outputCapFor),
      [1_048_576, 1_048_576, 8_000_000, 24_000_000],
    )
  })
})

describe('OutputBudget', () => {
  it('takes what fits exactly without being full', () => {
    const budget = new OutputBudget(4)
    assert.deepEqual(
      [budget.fit('abc'), budget.left, budget.takes('d'), budget.left, budget.isFull],
      ['abc', 1, true, 0, false],
    )
  })

  it('cuts the text that does not fit, and takes nothing after it', () => {
    const budget = new OutputBudget(4)
    assert.deepEqual(
      [budget.fit('abcdef'), budget.isFull, budget.fit('g'), budget.takes('')],
      ['abcd', true, '', false],
    )
  })

  it('takes whole texts or nothing', () => {
    const budget = new OutputBudget(4)
    assert.deepEqual([budget.takes('abcde'), budget.isFull, budget.left], [false, true, 0])
  })

  it('cuts no character in two', () => {
    assert.equal(new OutputBudget(2).fit('a\u{1F600}b'), 'a')
    assert.equal(new OutputBudget(3).fit('a\u{1F600}b'), 'a\u{1F600}')
  })

  it('cuts no reference of HTML in two', () => {
    for (const [characters, cut] of [
      [3, 'a'],
      [5, 'a'],
      [6, 'a&amp;'],
      [7, 'a&amp;b'],
    ] as const) {
      assert.equal(new OutputBudget(characters).fitHtml('a&amp;bc'), cut)
    }
  })
})
