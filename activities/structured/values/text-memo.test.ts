import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TextMemo } from './text-memo.ts'

describe('a memo of texts', () => {
  it('computes a value once for each short text', () => {
    let count = 0
    const memo = new TextMemo((text) => {
      count++
      return text.toUpperCase()
    })
    assert.deepEqual([memo.of('a'), memo.of('b'), memo.of('a')], ['A', 'B', 'A'])
    assert.equal(count, 2)
    const long = 'x'.repeat(10_000)
    memo.of(long)
    memo.of(long)
    assert.equal(count, 4)
  })

  it('forgets texts when there are many', () => {
    let count = 0
    const memo = new TextMemo((text) => {
      count++
      return text
    })
    for (let at = 0; at < 20_000; at++) memo.of(String(at))
    memo.of('0')
    assert.equal(count, 20_001)
  })
})
