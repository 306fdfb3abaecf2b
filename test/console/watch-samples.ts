/** Watches, runs and changes for tests of the console. */

export const watchId = 'watch-6a1e0c58-3b7d-4f92-8e14-d05c7a9b2f36'
export const runId = 'run-27d4f8b1-5c3a-8e06-9b72-f1a6d3c08e45'

const dayMs = 86_400_000

/** @returns a run that began some days ago. */
export const sampleRun = (change: Record<string, unknown> = {}, daysAgo = 0) => ({
  run_id: runId,
  job_id: 'crawl-84b2e6d0-9f17-8c35-a4e8-0d6b1f7c3a29',
  trigger: 'schedule',
  status: 'completed',
  started_at: new Date(Date.now() - daysAgo * dayMs).toISOString(),
  ended_at: new Date(Date.now() - daysAgo * dayMs + 9_400).toISOString(),
  counts: { new: 2, changed: 5, removed: 1, same: 90, failed: 0 },
  error: null,
  warnings: [],
  ...change,
})

/** @returns a watch without what it watches, as lists have it. */
export const listedWatch = (change: Record<string, unknown> = {}) => ({
  watch_id: watchId,
  version: 3,
  status: 'active',
  next_run_at: new Date(Date.now() + 3 * 3_600_000).toISOString(),
  created_at: '2026-11-20T10:15:30.000Z',
  updated_at: '2026-11-20T10:15:30.000Z',
  last_run: sampleRun(),
  skipped_runs: 0,
  name: 'Prices',
  schedule: { cron: '0 7 * * 1-5', timezone: 'Europe/Berlin' },
  jitter_seconds: 0,
  overlap: 'skip',
  track: { mode: 'markdown', ignore_selectors: ['.visitors'], ignore_patterns: [], min_changed_words: 1 },
  keep_runs: 30,
  webhook: null,
  email: null,
  tag: ['docs'],
  paused: false,
  ...change,
})

/** @returns a watch of a crawl. */
export const sampleWatch = (change: Record<string, unknown> = {}) => ({
  ...listedWatch(),
  crawl: { url: 'https://example.com/guide/', limit: 5 },
  request_id: 'req-1',
  ...change,
})

/** @returns one page of a list. */
export const part = (data: readonly unknown[], nextCursor: string | null = null) => ({
  data,
  next_cursor: nextCursor,
  request_id: 'req-1',
})

/** @returns runs of several days, the newest first. */
export const sampleRuns = () => [
  sampleRun(),
  ...[1, 2, 3, 5, 8, 9, 13, 20, 27].map((days) =>
    sampleRun(
      {
        run_id: `run-${days}`,
        status: days === 3 ? 'failed' : 'completed',
        counts: { new: 0, changed: (days * 7) % 120, removed: 0, same: 90, failed: 0 },
      },
      days,
    ),
  ),
]

/** @returns a changed page. */
export const sampleChange = (change: Record<string, unknown> = {}) => ({
  url: 'https://example.com/guide/fees',
  final_url: 'https://example.com/guide/fees',
  state: 'changed',
  reason: null,
  title: 'Harbour fees',
  previous_run_id: 'run-1',
  previous_at: '2026-11-20T06:00:04.118Z',
  words_added: 4,
  words_removed: 1,
  diff: [
    '--- before',
    '+++ after',
    '@@ -1,6 +1,7 @@',
    ' # Harbour fees',
    ' ',
    '-A berth costs 40 euros a night.',
    '+A berth costs 45 euros a night.',
    ' Water and electricity are included, and so is the use of the showers and the laundry by the lighthouse.',
    '-Closed in winter.',
    '+Open all year.',
    '+The office is open from 8 to 12.',
    ' ',
    '@@ -40,2 +41,2 @@',
    ' ## Boats',
    '-Up to 12 metres',
    '+Up to 15 metres',
    '',
  ].join('\n'),
  diff_truncated: false,
  json_patch: null,
  flapping: false,
  ...change,
})

/** @returns changes of every state. */
export const sampleChanges = () => [
  sampleChange(),
  sampleChange({
    url: 'https://example.com/guide/new',
    state: 'new',
    title: 'A new pier',
    diff: null,
    words_added: 0,
    words_removed: 0,
    previous_run_id: null,
    previous_at: null,
  }),
  sampleChange({
    url: 'https://example.com/guide/old',
    state: 'removed',
    reason: 'gone',
    title: 'The old pier',
    diff: null,
    words_added: 0,
    words_removed: 0,
  }),
  sampleChange({
    url: 'https://example.com/guide/slow',
    state: 'failed',
    reason: 'timeout',
    title: null,
    diff: null,
    words_added: 0,
    words_removed: 0,
  }),
]
