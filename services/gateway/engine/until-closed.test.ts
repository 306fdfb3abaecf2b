import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { untilClosed, type HistoryClient } from './until-closed.ts'

/** A server that answers every poll at once. */
function serverOf(answer: () => Promise<object>) {
  const polls: { deadlineMs: number; request: object }[] = []
  let deadlineMs = 0
  const connection = {
    async withDeadline<T>(deadline: number | Date, run: () => Promise<T>): Promise<T> {
      deadlineMs = Number(deadline)
      return await run()
    },
    workflowService: {
      async getWorkflowExecutionHistory(request: object) {
        polls.push({ deadlineMs, request })
        return await answer()
      },
    },
  }
  return { polls, client: { client: { options: { namespace: 'default' } }, connection } as unknown as HistoryClient }
}

describe('untilClosed', () => {
  it('polls once, also when the server ends the poll without an event', async () => {
    const { polls, client } = serverOf(async () => await Promise.resolve({ history: { events: [] } }))
    await untilClosed(client, 'crawl-1', 5_000)
    assert.equal(polls.length, 1)
  })

  it('has a deadline at which the server ends the poll after the wait, and not before', async () => {
    const { polls, client } = serverOf(async () => await Promise.resolve({}))
    const beforeMs = Date.now()
    await untilClosed(client, 'crawl-1', 5_000)
    assert.ok(polls[0]!.deadlineMs - temporalLimits.longPollEndsEarlyMs >= beforeMs + 5_000)
  })

  it('never rejects', async () => {
    const { client } = serverOf(async () => await Promise.reject(new Error('14 UNAVAILABLE')))
    await untilClosed(client, 'crawl-1', 5_000)
  })
})
