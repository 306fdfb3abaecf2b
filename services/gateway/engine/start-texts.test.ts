import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchJobInput } from '@seine/shared/api/testing/batch-job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { defaultPageOptions } from '@seine/shared/api/testing/page-options.ts'
import { headWithinBytes, redeliveryDetails, redeliverySummary, startDetails, startSummary } from './start-texts.ts'

const input = crawlJobInput({ url: 'https://e.com/docs/', limit: 50, output: ['markdown', 'links'] })

test('the summary is one line that keeps the limit, however long the URL', () => {
  assert.equal(startSummary(input), 'crawl https://e.com/docs/ · limit 50')
  const long = startSummary({ ...input, url: `https://e.com/${'ü'.repeat(2_000)}` })
  assert.ok(Buffer.byteLength(long) <= 400, String(Buffer.byteLength(long)))
  assert.ok(long.endsWith('… · limit 50'))
})

test('a text is cut between characters', () => {
  assert.equal(headWithinBytes('abc', 3), 'abc')
  assert.equal(headWithinBytes('a😀b😀', 8), 'a😀…')
  assert.equal(headWithinBytes('😀😀', 6), '…')
})

test('the details list the options, patterns quoted so that they stay text', () => {
  const details = startDetails({ ...input, maxDiscoveryDepth: 3, includePaths: ['^/a`b', 'c\nd'] })
  assert.match(details, /^- maxDiscoveryDepth: 3$/m)
  assert.match(details, /^- output: markdown, links$/m)
  assert.match(details, /^- includePaths: `\^\/a'b`, `c d`$/m)
  assert.doesNotMatch(details, /excludePaths/)
})

test('the details name the tenant of a job, its receivers and its API calls', () => {
  const webhook = { started: false, page: true, completed: true, failed: true }
  const details = startDetails({ ...input, tag: ['spring'], notifyPlan: { webhook, email: true } })
  assert.match(details, /^- tenant: `/m)
  assert.match(details, /^- tag: `spring`$/m)
  assert.match(details, /^- notified by: webhook \(page, completed, failed\), e-mail$/m)
  assert.ok(details.includes(`GET /crawl/${input.id}/urls`), details)
})

test('the details stay within what the server takes', () => {
  const details = startDetails({ ...input, includePaths: Array.from({ length: 100 }, () => 'ü'.repeat(1_024)) })
  assert.ok(Buffer.byteLength(details) <= 20_000)
})

test('many patterns are counted', () => {
  const details = startDetails({ ...input, excludePaths: Array.from({ length: 25 }, (_, index) => `p${index}`) })
  assert.match(details, /`p19` and 5 more$/)
})

test('a batch reports its first URL, how many there are and its labels, and never its body', () => {
  const body = { contentType: 'text/plain', text: 'c4n4ry' }
  const page = defaultPageOptions({ method: 'POST', body })
  const batch = batchJobInput({ url: 'https://e.com/1', lines: 12, tag: ['a', 'b'], page })
  assert.equal(startSummary(batch), 'batch https://e.com/1 · 12 URLs')
  const details = startDetails(batch)
  assert.match(details, /^- urls: 12, the first `https:\/\/e\.com\/1`$/m)
  assert.match(details, /^- method: POST$/m)
  assert.match(details, /^- tag: `a`, `b`$/m)
  assert.doesNotMatch(details, /c4n4ry/)
})

test('an event that is sent again names its job', () => {
  const webhook = { started: true, page: true, completed: true, failed: true }
  const again = { jobId: 'crawl-1', tenant: 'acme', plan: webhook, eventId: 'evt_crawl-1_2' }
  assert.equal(redeliverySummary(again), 'webhook evt_crawl-1_2, sent again')
  const details = redeliveryDetails(again)
  for (const line of ['- event: `evt_crawl-1_2`', '- job: `crawl-1`', '- tenant: `acme`']) {
    assert.ok(details.split('\n').includes(line), details)
  }
})
