/** Example answers of the watch routes. */
import { exampleIds } from './example-ids.ts'

const { watch: watch_id, watchRun: run_id, watchJob: job_id, request: request_id } = exampleIds

const run = {
  run_id,
  job_id,
  trigger: 'schedule',
  status: 'completed',
  started_at: '2026-11-23T06:00:00.412Z',
  ended_at: '2026-11-23T06:00:09.870Z',
  counts: { new: 1, changed: 1, same: 3, removed: 0, failed: 0 },
  error: null,
  warnings: [],
}

const entry = {
  watch_id,
  version: 1,
  status: 'active',
  next_run_at: '2026-11-24T06:00:00.000Z',
  created_at: '2026-11-20T10:15:30.000Z',
  updated_at: '2026-11-20T10:15:30.000Z',
  last_run: run,
  skipped_runs: 0,
  name: 'Guide',
  schedule: { cron: '0 7 * * 1-5', timezone: 'Europe/Berlin' },
  jitter_seconds: 0,
  overlap: 'skip',
  track: {
    mode: 'markdown',
    ignore_selectors: ['.visitors'],
    ignore_patterns: ['^Page generated '],
    min_changed_words: 1,
  },
  keep_runs: 30,
  webhook: null,
  email: null,
  tag: [],
  paused: false,
}

const watch = { ...entry, crawl: { url: 'https://example.com/guide/', limit: 5 }, request_id }

const change = {
  url: 'https://example.com/guide/fees',
  final_url: 'https://example.com/guide/fees',
  state: 'changed',
  reason: null,
  title: 'Harbour fees',
  previous_run_id: 'run-91e5c3a7-0b4d-8f28-a6c1-3d7e9f502b84',
  previous_at: '2026-11-20T06:00:04.118Z',
  words_added: 1,
  words_removed: 1,
  diff: '--- before\n+++ after\n@@ -1,3 +1,3 @@\n # Harbour fees\n \n-A berth costs 40 euros a night.\n+A berth costs 45 euros a night.\n',
  diff_truncated: false,
  json_patch: null,
  flapping: false,
}

/** Example answers by route and status code. */
export const watchAnswers = {
  createWatch: { 201: { ...watch, last_run: null } },
  listWatches: { 200: { data: [entry], next_cursor: null, request_id } },
  readWatch: { 200: watch },
  replaceWatch: { 200: { ...watch, version: 2, keep_runs: 60, updated_at: '2026-11-23T09:00:00.000Z' } },
  runWatch: { 202: { run_id, job_id, request_id } },
  pauseWatch: { 200: { ...watch, version: 2, status: 'paused', paused: true, next_run_at: null } },
  resumeWatch: { 200: { ...watch, version: 3 } },
  listWatchRuns: { 200: { data: [run], next_cursor: null, request_id } },
  listWatchChanges: { 200: { data: [change], next_cursor: null, request_id } },
  readWatchText: {
    200: {
      url: 'https://example.com/guide/',
      final_url: 'https://example.com/guide/',
      title: 'Guide',
      run_id,
      at: '2026-11-23T06:00:01.033Z',
      text: '# Guide\n\nAll about the harbour.',
      request_id,
    },
  },
}
