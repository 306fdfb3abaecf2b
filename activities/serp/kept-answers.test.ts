import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SerpReply } from '@seine/shared/pages/worker-reply.ts'
import { serpLimits } from '@seine/shared/config/serp-limits.ts'
import { KeptAnswers, type Settled } from './kept-answers.ts'
import { serpTask } from './testing/serp-task.ts'

const late: Settled = {
  reply: { kind: 'problem', code: 'budget_exceeded', detail: 'late', attempts: [] },
  mayKeep: false,
  endedByDeadline: true,
}
const found = (query: string): Settled => ({
  reply: { kind: 'result', result: { query } } as unknown as SerpReply,
  mayKeep: true,
  endedByDeadline: false,
})

/** A search that the test ends. */
function search() {
  const end = Promise.withResolvers<Settled>()
  let calls = 0
  const find = async (): Promise<Settled> => {
    calls += 1
    return await end.promise
  }
  return { find, end: end.resolve, calls: () => calls }
}

const task = serpTask({ query: 'boats' })
const signal = new AbortController().signal

describe('KeptAnswers', () => {
  it('makes a search again for calls with a later deadline when that of the first one ended it', async () => {
    const answers = new KeptAnswers(600, () => 0)
    const short = search()
    const long = search()
    const first = answers.answer(task, { deadlineMs: 1_000, signal }, short.find)
    const second = answers.answer(task, { deadlineMs: 60_000, signal }, long.find)
    const third = answers.answer(task, { deadlineMs: 50_000, signal }, long.find)
    assert.equal(long.calls(), 0, 'they share the running search')
    short.end(late)
    assert.deepEqual(await first, late.reply)
    long.end(found('boats'))
    assert.deepEqual([await second, await third], [found('boats').reply, found('boats').reply])
    assert.deepEqual([short.calls(), long.calls()], [1, 1])
  })

  it('shares what a search found, and its end at nearly the same deadline', async () => {
    for (const settled of [found('boats'), late]) {
      const answers = new KeptAnswers(600, () => 0)
      const one = search()
      const calls = [1_000, 1_000 + serpLimits.againMinMs - 1].map(
        async (deadlineMs) => await answers.answer(task, { deadlineMs, signal }, one.find),
      )
      one.end(settled)
      assert.deepEqual(await Promise.all(calls), [settled.reply, settled.reply])
      assert.equal(one.calls(), 1)
    }
  })
})
