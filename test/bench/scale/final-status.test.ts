import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, Body } from '../../stack/api-client.ts'
import { finalStatus } from './final-status.ts'

const limits = { jobTimeoutMs: 60_000, statusPollMs: 1, unreachableMs: 30_000 }
const counters = { total: 1, completed: 1, failed: 0, inFlight: 0, pending: 0, limit: 1 }
const running: Body = { id: 'crawl-1', status: 'scraping', ...counters, warnings: [], completedAt: null }
const ended: Body = { ...running, status: 'completed', completedAt: '2026-11-23T00:00:00.000Z' }

/** Waits for a job whose reads are answered one after another, the last one always. */
async function statusAfter(answers: readonly (Body | TypeError)[], own: Partial<typeof limits> = {}): Promise<Body> {
  let at = -1
  const repeated = async (): Promise<Answer> => {
    at += 1
    const body = answers[Math.min(at, answers.length - 1)]!
    if (body instanceof TypeError) throw body
    return await Promise.resolve({ status: 200, body } as Answer)
  }
  return await finalStatus({ repeated }, 'crawl-1', [], new AbortController().signal, { ...limits, ...own })
}

test('a connection may fail for a while', async () => {
  const away = new TypeError('fetch failed')
  assert.equal(await statusAfter([away, running, away, ended]), ended)
})

test('a gateway that cannot be reached any more ends the wait', async () => {
  const away = new TypeError('fetch failed')
  await assert.rejects(statusAfter([running, away], { unreachableMs: 20 }), { cause: away })
})
