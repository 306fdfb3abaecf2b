import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { Translation } from './translation.ts'
import { readWebhook, withWireWebhook } from './webhook.ts'

const url = 'https://receiver.example/hook'
const all = { started: true, page: true, completed: true, failed: true, cancelled: true }

test('a webhook is a URL, or an object with what the receiver wants', () => {
  const notes = new Translation()
  assert.equal(readWebhook(undefined, notes), null)
  assert.equal(readWebhook(null, notes), null)
  assert.deepEqual(readWebhook(url, notes), { receiver: { url }, events: all })
  assert.deepEqual(readWebhook({ url, events: [], headers: null }, notes), { receiver: { url }, events: all })
  const given = { url, headers: { 'X-A': '1' }, metadata: { order: '7' }, events: ['page', 'cancelled'] }
  assert.deepEqual(readWebhook(given, notes), {
    receiver: { url, headers: { 'X-A': '1' }, metadata: { order: '7' } },
    events: { started: false, page: true, completed: false, failed: false, cancelled: true },
  })
  assert.equal(notes.ok, true)
})

test('problems name field and rule', () => {
  const problemsOf = (given: unknown): string[] => {
    const notes = new Translation()
    readWebhook(given, notes)
    return notes.problems.map(({ code, message }) => `${code} ${message}`)
  }
  assert.deepEqual(problemsOf(7), ['BAD_REQUEST `webhook` must be a URL, or an object with a `url`'])
  assert.deepEqual(problemsOf({ events: 'page', secret: 'x' }), [
    'BAD_REQUEST `webhook.secret` is not a known field',
    'BAD_REQUEST `webhook.url` must be a URL',
    'BAD_REQUEST `webhook.events` must be a list',
  ])
  assert.deepEqual(problemsOf({ url, events: ['page', 'crawl.page'] }), [
    'BAD_REQUEST `webhook.events[1]` must be one of started, page, completed, failed, cancelled, got "crawl.page"',
  ])
})

test('a job keeps the form and the events with its receiver; without one it stays as it is', () => {
  const events = { started: true, page: true, completed: true, failed: true }
  const notify = { webhook: { url, headers: {}, metadata: null, events }, email: null }
  const input = crawlJobInput({ notify, notifyPlan: { webhook: events, email: false } })
  const changed = withWireWebhook(input, all)
  assert.deepEqual(changed.notify?.webhook, { ...notify.webhook, form: 'firecrawl', events: all })
  assert.deepEqual(changed.notifyPlan, { webhook: all, email: false })
  assert.equal(withWireWebhook(input, null), input)
  const plain = crawlJobInput()
  assert.equal(withWireWebhook(plain, all), plain)
})
