import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WatchAnswer } from './watch-answer.ts'
import { bodyOfDraft, draftOf, emptyDraft, fieldAt } from './watch-draft.ts'

const watch: WatchAnswer = {
  watch_id: 'watch-1',
  version: 3,
  status: 'active',
  next_run_at: null,
  last_run: null,
  skipped_runs: 0,
  name: 'Guide',
  crawl: { url: 'https://example.com/guide/', limit: 5, scrape: { headers: { authorization: '********' } } },
  schedule: { cron: '0 7 * * 1-5', timezone: 'Europe/Berlin' },
  jitter_seconds: 0,
  overlap: 'skip',
  track: { mode: 'markdown', ignore_selectors: ['.visitors'], ignore_patterns: ['^Page '], min_changed_words: 1 },
  keep_runs: 30,
  webhook: { url: 'https://hooks.example.net/********', headers: { 'x-a': '********' }, events: ['page_changed'] },
  email: null,
  tag: ['docs', 'nightly'],
  paused: false,
}

const bodyOf = (
  draft: Parameters<typeof bodyOfDraft>[0],
  edited: WatchAnswer | null = null,
): Record<string, unknown> => {
  const made = bodyOfDraft(draft, edited)
  assert.ok('body' in made)
  return made.body
}

test('an edited watch that was not changed sends what it was, hidden values included', () => {
  assert.deepEqual(bodyOf(draftOf(watch), watch), {
    name: 'Guide',
    crawl: { url: 'https://example.com/guide/', limit: 5, scrape: { headers: { authorization: '********' } } },
    schedule: { cron: '0 7 * * 1-5', timezone: 'Europe/Berlin' },
    jitter_seconds: 0,
    overlap: 'skip',
    track: { mode: 'markdown', ignore_selectors: ['.visitors'], ignore_patterns: ['^Page '], min_changed_words: 1 },
    keep_runs: 30,
    webhook: { url: 'https://hooks.example.net/********', headers: { 'x-a': '********' }, events: ['page_changed'] },
    tag: ['docs', 'nightly'],
    paused: false,
  })
})

test('labels and addresses stay what they are, with commas and spaces', () => {
  const { crawl: _crawl, ...rest } = watch
  const batch = { ...rest, tag: ['a,b', ' c d '], batch: { urls: ['https://a.example/x y', 'https://b.example/'] } }
  const body = bodyOf(draftOf(batch))
  assert.deepEqual(body['tag'], batch.tag)
  assert.deepEqual(body['batch'], batch.batch)
  const pasted = bodyOf({ ...emptyDraft, job: 'batch', urls: ' https://a.example/ http://b.example/\r\n\nc.example ' })
  assert.deepEqual(pasted['batch'], { urls: ['https://a.example/', 'http://b.example/', 'c.example'] })
})

test('a batch keeps its order of addresses', () => {
  const { crawl: _crawl, ...rest } = watch
  const batch = { ...rest, batch: { urls: ['https://b.example/', 'https://a.example/'], output: ['markdown'] } }
  const draft = draftOf(batch)
  assert.equal(draft.job, 'batch')
  assert.deepEqual(bodyOf(draft)['batch'], {
    output: ['markdown'],
    urls: ['https://b.example/', 'https://a.example/'],
  })
})

test('fields left empty are left out, so that the service gives its defaults', () => {
  const draft = { ...emptyDraft, name: ' Prices ', url: 'https://shop.example/', every_seconds: '3600' }
  assert.deepEqual(bodyOf(draft), {
    name: 'Prices',
    crawl: { url: 'https://shop.example/' },
    schedule: { every_seconds: 3600 },
    paused: false,
  })
})

test('a receiver is dropped when its address is', () => {
  assert.equal(bodyOf({ ...draftOf(watch), webhook_url: '' }, watch)['webhook'], undefined)
})

test('an invalid number is sent to the service unchanged, which refuses it', () => {
  assert.deepEqual(bodyOf({ ...emptyDraft, every_seconds: 'hourly' })['schedule'], { every_seconds: 'hourly' })
})

test('options that are no JSON object are refused in the form', () => {
  assert.deepEqual(bodyOfDraft({ ...emptyDraft, options: '{' }, null), {
    problems: [{ field: 'options', message: 'options must be JSON' }],
  })
  assert.ok('problems' in bodyOfDraft({ ...emptyDraft, options: '[1]' }, null))
})

test('refusals of the service are shown at the field that holds the value', () => {
  assert.equal(fieldAt('/crawl/url'), 'url')
  assert.equal(fieldAt('/crawl/includePaths/0'), 'options')
  assert.equal(fieldAt('/batch/urls/17'), 'urls')
  assert.equal(fieldAt('/schedule'), 'cron')
  assert.equal(fieldAt('/schedule/every_seconds'), 'every_seconds')
  assert.equal(fieldAt('/track/ignore_patterns/1'), 'ignore_patterns')
  assert.equal(fieldAt('/crawling'), null)
  assert.equal(fieldAt(''), null)
})
