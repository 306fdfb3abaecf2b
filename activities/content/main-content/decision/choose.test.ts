import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseBlocks, expectedScore } from './choose.ts'

const choose = (blocks: [probability: number, words: number][]): { kept: number[]; expectedF1: number } => {
  const { kept, expectedF1 } = chooseBlocks(
    Float64Array.from(blocks, ([probability]) => probability),
    Float64Array.from(blocks, ([, words]) => words),
  )
  return { kept: [...kept], expectedF1 }
}

describe('chooseBlocks', () => {
  it('keeps what is sure and drops what is sure not to be content', () => {
    const { kept, expectedF1 } = choose([[0.01, 20], [0.99, 100], [0.98, 50], [0.02, 30]]) // prettier-ignore
    assert.deepEqual(kept, [0, 1, 1, 0])
    assert.ok(expectedF1 > 0.97)
  })

  it('keeps doubtful blocks where nothing is sure', () => {
    assert.deepEqual(choose([[0.3, 10], [0.25, 10], [0.01, 10]]).kept, [1, 1, 0]) // prettier-ignore
  })

  it('drops the same doubtful block beside a sure one', () => {
    assert.deepEqual(choose([[0.99, 100], [0.3, 10]]).kept, [1, 0]) // prettier-ignore
  })

  it('finds the set of the best expected score', () => {
    const blocks: [number, number][] = [[0.9, 5], [0.7, 40], [0.5, 20], [0.35, 10], [0.1, 60]] // prettier-ignore
    const wanted = blocks.reduce((sum, [probability, words]) => sum + probability * words, 0)
    let best = 0
    for (let set = 1; set < 32; set++) {
      const chosen = blocks.filter((_, at) => set & (1 << at))
      const right = chosen.reduce((sum, [probability, words]) => sum + probability * words, 0)
      const all = chosen.reduce((sum, [, words]) => sum + words, 0)
      best = Math.max(best, (2 * right) / (all + wanted))
    }
    assert.equal(choose(blocks).expectedF1.toFixed(9), best.toFixed(9))
  })

  it('keeps nothing of nothing', () => {
    assert.deepEqual(choose([]), { kept: [], expectedF1: 0 })
    assert.deepEqual(choose([[0, 10]]), { kept: [0], expectedF1: 0 })
  })
})

describe('expectedScore', () => {
  it('is that of the chosen set', () => {
    const probabilities = Float64Array.of(0.9, 0.7, 0.5, 0.1)
    const words = Float64Array.of(5, 40, 20, 60)
    const { kept, expectedF1 } = chooseBlocks(probabilities, words)
    assert.equal(expectedScore(probabilities, words, kept), expectedF1)
  })

  it('is 0 for nothing', () => {
    assert.equal(expectedScore(Float64Array.of(0.5), Float64Array.of(10), Uint8Array.of(0)), 0)
    assert.equal(expectedScore(new Float64Array(0), new Float64Array(0), new Uint8Array(0)), 0)
  })
})
