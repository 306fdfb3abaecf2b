/** Answers of the API for tests of the console. */
import type { JobListEntry } from '@seine/shared/api/schemas/job-list-schema.ts'

/** Returns a job of the list. */
export const listedJob = (change: Partial<JobListEntry> = {}): JobListEntry => ({
  kind: 'crawl',
  id: 'crawl-0b8f0f3e-6c35-4a5b-9a51-1d1b4a1c2d3e',
  status: 'completed',
  paused: false,
  limit: 1_000,
  total: 42,
  completed: 40,
  failed: 2,
  pending: 0,
  inFlight: 0,
  stalls: 0,
  createdAt: '2026-11-27T12:00:00.000Z',
  completedAt: '2026-11-27T12:02:04.000Z',
  duration: 124,
  url: 'https://example.com/docs/',
  currentUrl: null,
  expiresAt: '2026-12-04T12:02:04.000Z',
  warnings: [],
  error: null,
  tag: ['docs'],
  retryOf: null,
  deliveries: [],
  ...change,
})

/** Returns a part of the list of jobs. */
export const jobList = (data: readonly JobListEntry[], nextCursor: string | null = null) => ({
  data,
  next_cursor: nextCursor,
  request_id: 'r-list',
})
