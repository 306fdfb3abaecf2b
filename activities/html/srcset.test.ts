import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pictureCandidates } from './srcset.ts'

describe('pictureCandidates', () => {
  const cases: [title: string, set: string, expected: [reference: string, size: number][]][] = [
    ['reads widths', 'a 320w, b 640w', [['a', 320], ['b', 640]]],
    ['reads densities', 'a, b 1.5x,c 2x', [['a', 1], ['b', 1.5], ['c', 2]]],
    ['keeps commas inside URLs', 'a,w_1 1x, b,w_2 2x', [['a,w_1', 1], ['b,w_2', 2]]],
    ['passes over empty candidates', ' , a 1x,, b,', [['a', 1], ['b', 1]]],
    ['reads nothing from nothing', ' ', []],
  ] // prettier-ignore
  for (const [title, set, expected] of cases) {
    it(title, () => {
      const found = pictureCandidates(set)
      assert.deepEqual(
        found.map(({ reference, size }) => [reference, size]),
        expected,
      )
    })
  }
})
