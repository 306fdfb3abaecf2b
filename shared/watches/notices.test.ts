import assert from 'node:assert/strict'
import { test } from 'node:test'
import Ajv from 'ajv/dist/2020.js'
import { noticeSchemas } from '../api/watches/notice-schema.ts'
import { pageNotice, runNotice, type NoticedRun } from './notices.ts'

const run: NoticedRun = {
  definition: { id: 'watch-1', name: 'Guide' },
  start: {
    n: 2,
    runId: 'run-2',
    jobId: 'crawl-1',
    trigger: 'schedule',
    nominalAt: '2026-11-21T20:35:27.212Z',
    startedAt: '2026-11-21T20:35:27.212Z',
    version: 1,
    baseVersion: 1,
    base: 1,
  },
  end: {
    status: 'completed',
    endedAt: '2026-11-21T20:36:27.212Z',
    counts: { new: 0, changed: 1, removed: 0, same: 3, failed: 0 },
    good: 2,
    goodBaseVersion: 1,
    chunks: 1,
    isFirst: false,
    error: null,
    warnings: [],
  },
  metadata: { order: 17 },
}

const verdict = {
  url: 'https://example.com/',
  final_url: null,
  state: 'changed',
  reason: null,
  title: 'Guide',
  previous_run_id: 'run-1',
  previous_at: '2026-11-20T20:36:27.212Z',
  words_added: 2,
  words_removed: 1,
  diff: null,
  diff_truncated: false,
  json_patch: null,
  flapping: false,
} as const

/** What is wrong with a body, and members that its schema does not describe. */
function faultsOf(body: { data: object }, schema: { properties: object }): string[] {
  const ajv = new Ajv.default({ strict: false, allErrors: true, validateFormats: false })
  const { properties } = schema as unknown as { properties: { data: { properties: object } } }
  const undescribed = [
    ...Object.keys(body).filter((name) => !(name in properties)),
    ...Object.keys(body.data).filter((name) => !(name in properties.data.properties)),
  ]
  return ajv.validate(schema, body) ? undescribed : [ajv.errorsText(), ...undescribed]
}

test('notices are as the API description says', () => {
  assert.deepEqual(faultsOf(pageNotice(run, verdict, 1), noticeSchemas.WatchPageNotice), [])
  assert.deepEqual(faultsOf(runNotice(run, 2), noticeSchemas.WatchRunNotice), [])
})
