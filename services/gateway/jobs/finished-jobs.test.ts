import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { FinishedJobs } from './finished-jobs.ts'
import type { JobView } from './status-body.ts'

const viewOf = (id: string): JobView => ({
  id,
  status: 'completed',
  paused: false,
  retryOf: null,
  limit: 1,
  total: 1,
  completed: 1,
  failed: 0,
  pending: 0,
  inFlight: 0,
  stalls: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  completedAt: '2026-01-01T00:00:01.000Z',
  duration: 1,
  url: 'https://e.com/',
  currentUrl: null,
  expiresAt: null,
  warnings: [],
  s3PresignedUrls: {},
  partialS3PresignedUrls: null,
  error: null,
  tag: [],
  deliveries: [],
})

test('the answer for a finished job is repeated for a moment, to its own tenant alone', () => {
  let nowMs = 5_000
  const jobs = new FinishedJobs(() => nowMs)
  const job = { tenant: 'acme', id: 'crawl-1' }
  assert.equal(jobs.recent(job), null)
  jobs.keep(job, viewOf('crawl-1'), true)
  assert.equal(jobs.recent(job)?.id, 'crawl-1')
  assert.equal(jobs.recent({ ...job, tenant: 'other' }), null)
  nowMs += gatewayLimits.finishedKeptMs + 1
  assert.equal(jobs.recent(job), null)
})

test('the oldest answers are dropped first', () => {
  const jobs = new FinishedJobs(() => 0)
  const ids = Array.from({ length: gatewayLimits.finishedKeptJobs + 1 }, (_, at) => `crawl-${at}`)
  for (const id of ids) jobs.keep({ tenant: 'acme', id }, viewOf(id), true)
  assert.equal(jobs.recent({ tenant: 'acme', id: ids[0]! }), null)
  assert.equal(jobs.recent({ tenant: 'acme', id: ids[1]! })?.id, ids[1])
  assert.equal(jobs.recent({ tenant: 'acme', id: ids.at(-1)! })?.id, ids.at(-1))
})

test('lists know a finished job for longer, without its links, until its retention has passed', () => {
  let nowMs = 5_000
  const jobs = new FinishedJobs(() => nowMs)
  const job = { tenant: 'acme', id: 'crawl-1' }
  const expiresAt = '2026-01-02T00:00:00.000Z'
  const expiresMs = Date.parse(expiresAt)
  jobs.keep(job, { ...viewOf('crawl-1'), expiresAt, s3PresignedUrls: { markdown: 'https://store/' } }, true)
  assert.equal(jobs.listed(job, expiresMs - 1)?.s3PresignedUrls, null)
  assert.equal(jobs.listed({ ...job, tenant: 'other' }, expiresMs - 1), null)
  assert.equal(jobs.listed(job, expiresMs), null)
  nowMs += gatewayLimits.listedKeptMs
  assert.equal(jobs.listed(job, expiresMs - 1)?.id, 'crawl-1')
  nowMs += 1
  assert.equal(jobs.listed(job, expiresMs - 1), null)
})

test('lists do not know a job whose results may be built again', () => {
  const jobs = new FinishedJobs()
  const job = { tenant: 'acme', id: 'crawl-1' }
  jobs.keep(job, viewOf('crawl-1'), true)
  jobs.keep(job, viewOf('crawl-1'), false)
  assert.equal(jobs.listed(job), null)
  assert.equal(jobs.recent(job)?.id, 'crawl-1')
})
