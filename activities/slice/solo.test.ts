import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Solo } from './solo.ts'

describe('Solo', () => {
  it('runs work one after the other, in order, past failures', async () => {
    const solo = new Solo()
    const events: string[] = []
    const work = (name: string, fails = false) =>
      solo.run(async () => {
        events.push(`${name} begins`)
        await new Promise((resolve) => setTimeout(resolve, 2))
        events.push(`${name} ends`)
        if (fails) throw new Error(name)
        return name
      })
    const results = await Promise.allSettled([work('a'), work('b', true), work('c')])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(events, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })
})
