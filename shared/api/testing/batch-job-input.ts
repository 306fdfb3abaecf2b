/** A validated batch request with two URLs for tests: all defaults, except for the given fields. */
import type { BatchJobInput } from '../../tasks/job-input.ts'
import { defaultPageOptions } from './page-options.ts'

export const batchJobInput = (patch: Partial<BatchJobInput> = {}): BatchJobInput => ({
  version: 1,
  id: 'batch-00000000-0000-0000-0000-000000000000',
  kind: 'batch',
  tenant: 'default',
  requestId: 'r',
  url: 'http://site.test/',
  limit: 10_000,
  output: ['html'],
  page: defaultPageOptions(),
  lines: 2,
  urlsSha256: '0'.repeat(64),
  tag: [],
  scheduleToCloseTimeoutSecs: 60,
  heartbeatTimeoutSecs: 30,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...patch,
})
