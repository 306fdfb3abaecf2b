import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { jobTools } from './job-tools.ts'

const counts = { completed: 3, failed: 0, pending: 0, limit: 10, warnings: [] }
const cancelling = { ...counts, id: 'crawl-1', status: 'cancelled', completedAt: null, partialS3PresignedUrls: null }
const cancelled = {
  ...cancelling,
  completedAt: '2026-01-01T00:00:00.000Z',
  partialS3PresignedUrls: { markdown: 'https://store/markdown' },
}

/** Calls crawl_status on a service that gives these answers in turn, the last one again and again. */
async function statusOf(answers: readonly Record<string, unknown>[], waitSecs: number) {
  let calls = 0
  const tool = jobTools.find(({ name }) => name === 'crawl_status')!
  const result = await tool.run(
    { id: 'crawl-1', wait_seconds: waitSecs },
    {
      call: async () => await Promise.resolve({ status: 200, body: answers[Math.min(calls++, answers.length - 1)]! }),
      signal: new AbortController().signal,
      report: () => undefined,
    },
  )
  return { ...result, calls }
}

describe('the status of a cancelled job', () => {
  test('is waited for until its archives exist', async () => {
    const { text, words, calls } = await statusOf([cancelling, cancelled], 50)
    assert.equal(calls, 2)
    assert.equal(text, 'Archive of markdown: https://store/markdown')
    assert.doesNotMatch(words, /call again/)
  })

  test('says that the archives are being written when the wait is over', async () => {
    const { text, words, calls } = await statusOf([cancelling], 0)
    assert.equal(calls, 1)
    assert.equal(text, '')
    assert.match(words, /^cancelled: .* call again with wait_seconds/)
  })
})
