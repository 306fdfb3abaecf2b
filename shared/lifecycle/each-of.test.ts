import assert from 'node:assert/strict'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { eachOf } from './each-of.ts'

describe('eachOf', () => {
  it('works on a limited number of entries at a time and returns the results in their order', async () => {
    let running = 0
    let most = 0
    const begun: number[] = []
    const results = await eachOf([30, 10, 20, 0], 2, async (entry, index) => {
      begun.push(index)
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, entry))
      running -= 1
      return entry + index
    })
    assert.deepEqual(results, [30, 11, 22, 3])
    assert.deepEqual(begun, [0, 1, 2, 3])
    assert.equal(most, 2)
    assert.deepEqual(await eachOf([], 2, async () => await Promise.resolve(1)), [])
  })

  it('begins no further entry after a failure', async () => {
    const begun: number[] = []
    const failing = eachOf([0, 1, 2, 3], 1, async (entry) => {
      begun.push(entry)
      await turnOfLoop()
      if (entry === 1) throw new Error('no')
    })
    await assert.rejects(failing, { message: 'no' })
    await turnOfLoop()
    await turnOfLoop()
    assert.deepEqual(begun, [0, 1])
  })
})
