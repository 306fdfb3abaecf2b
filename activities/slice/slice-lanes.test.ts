import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultBrowserOptions, defaultPageOptions } from '@seine/shared/api/testing/page-options.ts'
import { jobPageLimits } from '@seine/shared/config/browser-limits.ts'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { straightOnly } from '@seine/shared/egress/proxies/proxy-routes.ts'
import type { SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'
import { BrowserUnavailableError } from '@seine/shared/pages/page.ts'
import { pageBudget } from './slice-request.ts'
import type { JobAttempt } from '@seine/shared/api/schemas/job-page-schema.ts'
import { browserAttempt as attempt, fakeBrowser } from '../page/testing/fake-browser.ts'
import { kindsOf, linkedPage, root, runSlice } from './testing/run-slice.ts'

const shell = { body: 'verdict: js_shell\nlinks: /nowhere' }

const earlier: JobAttempt = {
  index: 1,
  strategy: 'http_basic',
  engine: 'http',
  proxy_tier: 'none',
  started_at: '2026-01-01T00:00:00.000Z',
  elapsed_ms: 1,
  http_status: 200,
  success: false,
  outcome: 'js_shell',
  error: null,
  bytes_received: 9,
}

describe('a slice over HTTP', () => {
  it('hands back what needs a browser, with the attempt that found it', async () => {
    const done = await runSlice({
      paths: ['/app', '/page'],
      answer: (path) => (path === '/app' ? shell : linkedPage()),
    })
    assert.deepEqual(kindsOf(done), ['escalated', 'scraped'])
    const [escalated] = done.result!.outcomes
    assert.ok(escalated?.kind === 'escalated')
    assert.equal(escalated.why, 'js_shell')
    assert.deepEqual(
      escalated.attempts.map(({ index, strategy, outcome, success }) => [index, strategy, outcome, success]),
      [[1, 'http_basic', 'js_shell', false]],
    )
    assert.deepEqual(
      done.records.map(({ url, lane, winningAttempt }) => [url, lane, winningAttempt]),
      [[`${root}/page`, 'http', 1]],
    )
    assert.deepEqual(done.result?.urls, [`${root}/`])
    const { startedFirst, completed, failed, returned } = done.summary!
    assert.deepEqual([startedFirst, completed, failed, returned], [2, 1, 0, 1])
  })

  it('does so even in a process that has a browser', async () => {
    const browser = fakeBrowser()
    const done = await runSlice({ paths: ['/app'], answer: () => shell, browser })
    assert.deepEqual([kindsOf(done), browser.asked], [['escalated'], []])
  })

  it('keeps the page as it is where no browser may be asked', async () => {
    const input = { page: defaultPageOptions({ render: 'never' }) }
    const done = await runSlice({ paths: ['/app'], answer: () => shell, input })
    assert.deepEqual(kindsOf(done), ['scraped'])
    assert.match(done.records[0]!.warnings.join(), /js_shell/)
  })

  it('records what the scrape of a page warns of', async () => {
    const done = await runSlice({
      paths: [{ url: `${root}/a`, attempt: 1 }],
      answer: () => ({ body: 'half', brokenOff: true }),
    })
    assert.deepEqual(done.records[0]?.warnings, ['truncated'])
  })
})

describe('a slice in a browser', () => {
  const page = { url: `${root}/app`, attempted: true, earlier: [earlier] }

  it('loads its pages there, and reports all attempts, earlier ones first', async () => {
    const browser = fakeBrowser()
    const done = await runSlice({ lane: 'browser', paths: [page], answer: () => shell, browser })
    assert.deepEqual([kindsOf(done), browser.asked.length, done.web.requests], [['scraped'], 1, []])
    const [record] = done.records
    assert.deepEqual(
      record?.attempts.map(({ index, strategy, requests_total: requests }) => [index, strategy, requests ?? null]),
      [
        [1, 'http_basic', null],
        [2, 'browser_basic', 7],
      ],
    )
    assert.deepEqual([record?.lane, record?.winningAttempt, record?.fetchedAt], ['browser', 2, attempt.started_at])
    assert.deepEqual(record?.links, [`${root}/next`])
    assert.equal(done.summary?.startedFirst, 0)
  })

  it('waits for a browser that does not start, attempt after attempt, and suspects no page', async () => {
    const browser = fakeBrowser()
    const away = new BrowserUnavailableError('browser_unavailable', 'Chromium did not start')
    const broken = { ...browser, view: () => Promise.reject(away) }
    const input = { page: defaultPageOptions({ render: 'always' }) }
    const shared = { lane: 'browser' as const, paths: ['/a', '/b'], answer: () => shell, input }
    let previous: SliceHeartbeat | undefined
    for (let tries = 1; tries <= sliceLimits.attemptsBeforeSuspicion + 2; tries += 1) {
      const vain = await runSlice({ ...shared, browser: broken, previous, attempt: tries })
      assert.equal(vain.error, away)
      assert.deepEqual(vain.records, [])
      previous = vain.beats.at(-1)
    }
    const done = await runSlice({ ...shared, browser, previous, attempt: sliceLimits.attemptsBeforeSuspicion + 3 })
    assert.deepEqual(kindsOf(done), ['scraped', 'scraped'])
  })

  it('gives headers to both lanes, and keeps them out of both records', async () => {
    const browser = fakeBrowser()
    const input = { page: defaultPageOptions({ browser: defaultBrowserOptions({ headers: { 'X-Key': 'hush' } }) }) }
    const inBrowser = await runSlice({ lane: 'browser', paths: ['/app'], answer: () => shell, browser, input })
    const overHttp = await runSlice({ paths: ['/page'], answer: () => linkedPage(), input })
    assert.deepEqual(browser.asked, [[`${root}/app`, { 'X-Key': 'hush' }]])
    assert.ok(Object.values(overHttp.web.sent[0]?.headers ?? {}).includes('hush'))
    assert.ok(!JSON.stringify([inBrowser.result, inBrowser.records, overHttp.records, overHttp.beats]).includes('hush'))
  })

  it('counts actions and keeps none of their values', async () => {
    const action = { index: 0, action: 'type', matched: 1, elapsed_ms: 3 } as const
    const actions = [
      { ...action, status: 'ok' as const },
      { ...action, index: 1, status: 'skipped' as const, error: { code: 'not_visible', message: 'hush' } },
    ]
    const warnings = ['the page never came to rest']
    const browser = fakeBrowser({ actions, warnings })
    const done = await runSlice({ lane: 'browser', paths: ['/app'], answer: () => shell, browser })
    assert.deepEqual(done.records[0]?.actions, { ok: 1, skipped: 1, failed: 0 })
    assert.ok(done.records[0]?.warnings.includes(warnings[0]!))
    assert.ok(!JSON.stringify(done.records).includes('hush'))
  })

  it('is left to other workers where there is no browser', async () => {
    const done = await runSlice({ lane: 'browser', paths: ['/app'], answer: () => shell })
    assert.match(String(done.error), /this worker has none/)
    assert.deepEqual(done.web.requests, [])
  })
})

describe('the budget of a page', () => {
  const input = crawlJobInput({ page: defaultPageOptions({ browser: defaultBrowserOptions({ waitMs: 4_000 }) }) })

  it('covers every tier over HTTP', () => {
    const tiers = { ...straightOnly, tiersFor: () => ['none', 'premium'] as ['none', 'premium'] }
    const one = pageBudget(input, 'http', straightOnly)
    const two = pageBudget(input, 'http', tiers)
    assert.equal(two.ladderMs - one.ladderMs, 30_000)
    assert.ok(one.ladderMs > 30_000 && one.stuckMs > one.ladderMs)
  })

  it('covers waits and further attempts in a browser', () => {
    const { ladderMs, stuckMs } = pageBudget(input, 'browser', straightOnly)
    assert.equal(ladderMs, 34_000 + jobPageLimits.ladderExtraMs)
    assert.ok(stuckMs > ladderMs)
  })
})
