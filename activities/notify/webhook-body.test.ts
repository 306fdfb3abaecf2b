import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { finalStatus, jobId, jobInput } from './testing/simulated-delivery.ts'
import { endedBody, pageBody, startedBody } from './webhook-body.ts'

const note = {
  index: 6,
  url: 'https://site.example/6',
  finalUrl: null,
  status: null,
  success: false,
  error: 'no answer in time',
  errorCode: 'timeout',
  attempts: 3,
}

describe('bodies of webhook events', () => {
  it('say which job and event they are of, and echo the metadata', () => {
    assert.deepEqual(startedBody(jobInput(), 1), {
      type: 'crawl.started',
      timestamp: '2026-11-22T00:00:00.000Z',
      id: jobId,
      event_id: `evt_${jobId}_1`,
      sequence: 1,
      success: true,
      data: { url: 'https://site.example/', limit: 100 },
      metadata: { order: 7 },
      request_id: 'req-1',
    })
  })

  it('of a page have its note without content, and its error in a field of its own', () => {
    const atMs = Date.parse('2026-11-22T00:00:09.000Z')
    const body = pageBody(jobInput({ kind: 'batch' }), 8, { number: 7, note, atMs })
    assert.deepEqual(
      [body.type, body.timestamp, body.success, body.error, body.data],
      ['batch_scrape.page', '2026-11-22T00:00:09.000Z', false, 'no answer in time', note],
    )
    assert.equal('error' in pageBody(jobInput(), 8, { number: 7, note: { ...note, error: null }, atMs }), false)
  })

  it('hold the final counts and no link that expires', () => {
    const failed = endedBody(jobInput(), 9, finalStatus({ status: 'failed', error: 'the start page failed' }))
    assert.deepEqual([failed.type, failed.success, failed.error], ['crawl.failed', false, 'the start page failed'])
    const { data, ...body } = endedBody(jobInput({ kind: 'batch' }), 9, finalStatus())
    assert.deepEqual([body.type, body.success, 'error' in body], ['batch_scrape.completed', true, false])
    assert.deepEqual(data, {
      status: 'completed',
      url: 'https://site.example/',
      limit: 100,
      total: 3,
      completed: 2,
      failed: 1,
      createdAt: '2026-11-22T00:00:00.000Z',
      completedAt: '2026-11-22T00:01:00.000Z',
      duration: 60,
      warnings: [],
      statusUrl: `/batch/scrape/${jobId}`,
    })
  })
})
