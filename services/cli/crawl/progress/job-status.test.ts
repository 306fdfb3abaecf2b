import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { downloadLinks, isFinal, readJobStatus } from './job-status.ts'

describe('the job status', () => {
  test('takes counters, links and texts from the body', () => {
    const status = readJobStatus({
      status: 'completed',
      limit: 10,
      total: 3,
      completed: 2,
      failed: 1,
      pending: 0,
      inFlight: 0,
      currentUrl: 'http://a/b',
      completedAt: '2025-01-01T00:00:00Z',
      duration: 4.5,
      error: null,
      warnings: ['slow', 7],
      s3PresignedUrls: { markdown: 'http://s3/markdown.zip', html: null, '../x': 'http://s3/x' },
    })
    assert.deepEqual(status, {
      status: 'completed',
      limit: 10,
      total: 3,
      completed: 2,
      failed: 1,
      pending: 0,
      inFlight: 0,
      currentUrl: 'http://a/b',
      completedAt: '2025-01-01T00:00:00Z',
      duration: 4.5,
      error: null,
      warnings: ['slow'],
      links: { markdown: 'http://s3/markdown.zip' },
      partialLinks: {},
    })
  })

  test('counts what is missing as nothing', () => {
    const status = readJobStatus({ status: 'crawling' })
    assert.equal(status.total, 0)
    assert.equal(status.currentUrl, null)
    assert.deepEqual(downloadLinks(status), {})
  })

  test('refuses a body without a known status', () => {
    assert.throws(() => readJobStatus({ status: 'dancing' }), /unknown job status: "dancing"/)
    assert.throws(() => readJobStatus(null), /unknown job status/)
  })

  test('a cancelled job is final only once it says when it ended', () => {
    assert.equal(isFinal(readJobStatus({ status: 'cancelled' })), false)
    assert.equal(isFinal(readJobStatus({ status: 'cancelled', completedAt: '2025-01-01T00:00:00Z' })), true)
    assert.equal(isFinal(readJobStatus({ status: 'crawling', completedAt: null })), false)
  })

  test('partial links stand in where there is no whole archive', () => {
    const partial = { status: 'failed', s3PresignedUrls: null, partialS3PresignedUrls: { html: 'http://s3/p' } }
    assert.deepEqual(downloadLinks(readJobStatus(partial)), { html: 'http://s3/p' })
  })
})
