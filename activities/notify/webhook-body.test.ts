import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { finalStatus, jobId, jobInput } from './testing/simulated-delivery.ts'
import { ownBody } from './webhook-body.ts'

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
    assert.deepEqual(ownBody(jobInput(), 1, { name: 'started' }), {
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
    const body = ownBody(jobInput({ kind: 'batch' }), 8, { name: 'page', page: { number: 7, note, atMs } })
    assert.deepEqual(
      [body.type, body.timestamp, body.success, body.error, body.data],
      ['batch_scrape.page', '2026-11-22T00:00:09.000Z', false, 'no answer in time', note],
    )
    const page = { number: 7, note: { ...note, error: null }, atMs }
    assert.equal('error' in ownBody(jobInput(), 8, { name: 'page', page }), false)
  })

  it('hold the final counts and no link that expires', () => {
    const end = finalStatus({ status: 'failed', error: 'the start page failed' })
    const failed = ownBody(jobInput(), 9, { name: 'failed', status: end })
    assert.deepEqual([failed.type, failed.success, failed.error], ['crawl.failed', false, 'the start page failed'])
    const { data, ...body } = ownBody(jobInput({ kind: 'batch' }), 9, { name: 'completed', status: finalStatus() })
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
