/** A job in the console: live, cancelled, tried again, page by page. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator } from 'playwright-core'
import { finish, quick, runTo, runningJob } from '@seine/gateway/testing/event-jobs.ts'
import { assertAccessible } from './axe.ts'
import { consoleBrowser } from './console-lab.ts'
import { finishedCrawl } from './finished-crawl.ts'
import { crawlId, crawlStatus, ledgerPart } from './sample-pages.ts'
import { jobPages } from './sample-pages.ts'
import { untilFocused, untilTitled } from './settled.ts'

const rateIn = (progress: Locator): Locator =>
  progress.locator('.progress-numbers > div').filter({ hasText: 'Pages/s' }).locator('dd')

describe('a job in the console', () => {
  const open = consoleBrowser()

  it('is followed live to its end', async (t) => {
    const lab = await open(t, { gateway: { feedTimes: quick }, limits: { rateSecs: 4 } })
    const { page, gateway } = lab
    const id = runningJob(gateway, 3)
    await lab.open(`jobs/${id}`)
    const progress = page.getByRole('region', { name: 'Progress' })
    await progress.getByText('3', { exact: true }).first().waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    runTo(gateway, id, 17)
    await progress.getByText('17', { exact: true }).waitFor()
    await page.getByRole('progressbar', { name: 'Pages' }).waitFor()
    await page.getByRole('img', { name: 'Pages over time', exact: true }).waitFor()
    // No page finishes after these, and the rate falls.
    const rate = rateIn(progress)
    await rate.filter({ hasText: /[1-9]/ }).waitFor()
    await rate.filter({ hasText: '0.0' }).waitFor()
    finish(gateway, id)
    await page.getByText('completed').waitFor()
    await page.getByText('Live', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Downloads' }).click()
    await page.getByRole('link', { name: 'Download markdown' }).waitFor()
    assert.deepEqual(lab.complaints, [])
  })

  it('is read every few seconds when there is no place for a stream', async (t) => {
    const lab = await open(t, { gateway: { feedTimes: quick, streamsMax: 0 } })
    const id = runningJob(lab.gateway, 2)
    await lab.open(`jobs/${id}`)
    await lab.page.getByText('Every 3 s').waitFor()
    runTo(lab.gateway, id, 9)
    const progress = lab.page.getByRole('region', { name: 'Progress' })
    await progress.getByText('9', { exact: true }).waitFor()
    await rateIn(progress).filter({ hasText: /[1-9]/ }).waitFor()
    assert.ok((await progress.locator('rect.done').count()) > 0)
    finish(lab.gateway, id)
    await lab.page.getByText('completed').waitFor()
  })

  it('is paused, resumed and cancelled; a dialog asks before', async (t) => {
    const lab = await open(t, { gateway: { feedTimes: quick } })
    const { page, gateway } = lab
    const id = runningJob(gateway, 2)
    await lab.open(`jobs/${id}`)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
    await cancel.click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this job?' })
    await dialog.waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await untilFocused(cancel)
    await cancel.click()
    await dialog.getByRole('button', { name: 'Keep running' }).click()
    assert.deepEqual(gateway.engine.cancelled, [])
    await cancel.click()
    await dialog.getByRole('button', { name: 'Cancel job' }).click()
    await dialog.waitFor({ state: 'detached' })
    while (gateway.engine.cancelled.length === 0) await page.waitForTimeout(20)
    assert.deepEqual(gateway.engine.cancelled, [id])
    // Its button may be disabled or gone: the focus is not lost.
    await page.waitForFunction(() => document.activeElement !== document.body)
  })

  it('leads to the job that tries its failed pages again', async (t) => {
    const lab = await open(t)
    finishedCrawl(lab)
    const next = crawlId.replace('0b', '0d')
    lab.answer('POST', `/crawl/${crawlId}/retry`, {
      status: 202,
      body: {
        success: true,
        id: next,
        url: `/crawl/${next}`,
        workflowId: next,
        runId: 'r',
        retryOf: crawlId,
        request_id: 'r',
      },
      headers: { location: `/crawl/${next}` },
    })
    lab.answer('GET', `/crawl/${next}`, { body: crawlStatus({ id: next, retryOf: crawlId }) })
    lab.answer('GET', `/crawl/${next}/events`, {
      body: '',
      headers: { 'content-type': 'text/event-stream' },
      described: false,
    })
    await lab.open(`jobs/${crawlId}`)
    await lab.page.getByRole('button', { name: 'Retry failed pages' }).click()
    await lab.page.waitForURL(`**/console/jobs/${next}`)
    const sent = lab.seen.find(({ method }) => method === 'POST')
    assert.match(sent?.headers['idempotency-key'] ?? '', /^[0-9a-f-]{32,36}$/)
  })

  it('shows its pages; one leads to the next and back, to the same row', async (t) => {
    const lab = await open(t)
    finishedCrawl(lab)
    const { page } = lab
    await lab.open(`jobs/${crawlId}`)
    await page.getByRole('link', { name: 'Page 1', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'A guide' }).waitFor()
    assert.match(page.url(), /\/pages\/2$/)
    await untilTitled(page, 'A guide · Seine')
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.waitForURL(/\/pages\/4$/)
    await page.getByRole('link', { name: 'Previous page' }).waitFor()
    await page.keyboard.press('[')
    await page.waitForURL(/\/pages\/2$/)
    await page.getByRole('tab', { name: 'Attempts' }).click()
    await page.waitForURL(/tab=attempts$/)
    await page.getByRole('table', { name: 'Attempts' }).getByText('browser_basic').waitFor()
    await page.reload()
    await page.getByRole('table', { name: 'Attempts' }).waitFor()
    await page.getByRole('tab', { name: 'Attempts' }).press('ArrowRight')
    await page.getByText('word_count').waitFor()
    await page.getByText('og:type', { exact: true }).waitFor()
  })

  it('continues listing pages while they finish without a pause', async (t) => {
    const lab = await open(t, { gateway: { feedTimes: quick } })
    const id = runningJob(lab.gateway, 1)
    const whole = jobPages(400).data
    let finished = 1
    lab.answer('GET', `/crawl/${id}/pages`, ({ path }) => {
      const from = Number(new URL(path, 'http://x').searchParams.get('cursor') ?? 0)
      const body = {
        data: whole.slice(from, finished),
        next_cursor: String(finished),
        complete: false,
        request_id: 'r',
      }
      return { body }
    })
    await lab.open(`jobs/${id}`)
    const table = lab.page.getByRole('table', { name: 'Pages' })
    await table.waitFor()
    const startedAtMs = performance.now()
    const timer = setInterval(() => runTo(lab.gateway, id, ++finished), 100)
    t.after(() => clearInterval(timer))
    await table.getByText('Page 9', { exact: true }).waitFor({ timeout: 8_000 })
    await table.getByText('Page 15', { exact: true }).waitFor({ timeout: 8_000 })
    assert.ok(finished < 100)
    const reads = lab.seen.filter(({ path }) => path.startsWith(`/crawl/${id}/pages`)).length
    const tookSecs = (performance.now() - startedAtMs) / 1_000
    assert.ok(reads <= 3 + tookSecs / 0.8, `${reads} readings in ${tookSecs} s`)
  })

  it('finds a page behind its address also when the list has several parts', async (t) => {
    const lab = await open(t)
    finishedCrawl(lab)
    const whole = jobPages(42)
    lab.answer('GET', `/crawl/${crawlId}/pages`, ({ path }) => {
      const first = !path.includes('cursor=')
      const data = first ? whole.data.slice(0, 10) : whole.data.slice(10)
      return { body: { data, next_cursor: first ? 'second' : null, complete: !first, request_id: 'r' } }
    })
    await lab.open(`jobs/${crawlId}/pages/18`)
    // Titles and addresses are enough for a list: results of 100 pages can be 10 MiB.
    assert.ok(lab.seen.filter(({ path }) => path.includes('/pages?')).every(({ path }) => path.includes('output=none')))
    assert.match((await lab.page.getByRole('link', { name: 'Next page' }).getAttribute('href')) ?? '', /\/pages\/20$/)
  })

  it('keeps the URLs of another state greyed until the first part is there', async (t) => {
    const lab = await open(t)
    finishedCrawl(lab)
    const gate = Promise.withResolvers<void>()
    lab.answer('GET', `/crawl/${crawlId}/urls`, async ({ path }) => {
      if (!path.includes('state=failed')) return { body: ledgerPart(0, 200) }
      await gate.promise
      return { body: ledgerPart(1, 1) }
    })
    const { page } = lab
    await lab.open(`jobs/${crawlId}?tab=urls`)
    const rows = page.getByRole('table', { name: 'URLs' }).locator('[data-row]')
    await page.getByText('200 URLs', { exact: true }).waitFor()
    await page.getByLabel('State').selectOption('failed')
    const busy = page.locator('.stale[aria-busy=true]').getByRole('table', { name: 'URLs' })
    await busy.waitFor()
    assert.ok((await rows.count()) > 1)
    gate.resolve()
    await page.getByText('1 URLs', { exact: true }).waitFor()
    await busy.waitFor({ state: 'detached' })
    assert.equal(await rows.count(), 1)
  })

  it('keeps the URLs that are shown while they are read again, and does not read those of an ended job anew', async (t) => {
    const lab = await open(t)
    finishedCrawl(lab)
    let isAway = false
    let waits: Promise<void> = Promise.resolve()
    lab.answer('GET', '/healthz', () => (isAway ? { status: 502, body: '', described: false } : null))
    lab.answer('GET', `/crawl/${crawlId}/urls`, async ({ path }) => {
      const from = Number(new URL(path, 'http://x').searchParams.get('cursor') ?? 0)
      if (from > 0) await waits
      return { body: ledgerPart(from, 1_000, from >= 2_000 ? null : String(from + 1_000)) }
    })
    const { page } = lab
    await lab.open(`jobs/${crawlId}?tab=urls`)
    const table = page.getByRole('table', { name: 'URLs' })
    await page.getByText('3,000 URLs', { exact: true }).waitFor()
    await table.locator('.window-rows').evaluate((scroller) => scroller.scrollTo(0, 2_500 * 32))
    const row = table.getByText('https://example.com/docs/2500', { exact: true })
    await row.waitFor()
    const reads = (): number => lab.seen.filter(({ path }) => path.includes('/urls?')).length
    const before = reads()
    isAway = true
    await page.getByText('Service away').waitFor()
    isAway = false
    await page.getByText('Service away').waitFor({ state: 'detached' })
    const gate = Promise.withResolvers<void>()
    waits = gate.promise
    await page.getByRole('button', { name: 'Read again' }).click()
    while (reads() < before + 2) await page.waitForTimeout(20)
    await page.waitForTimeout(200)
    // The two readings are those of "Read again".
    assert.equal(reads(), before + 2)
    await page.getByText('3,000 URLs, reading more…', { exact: true }).waitFor()
    await row.waitFor()
    gate.resolve()
    await page.getByText('3,000 URLs', { exact: true }).waitFor()
    await row.waitFor()
  })

  it('shows all tries of webhooks, part by part', async (t) => {
    const lab = await open(t)
    finishedCrawl(lab)
    const tries = (from: number, nextCursor: string | null) => ({
      data: Array.from({ length: 3 }, (_, at) => ({
        event_id: `evt_${crawlId}_${from + at}`,
        type: 'crawl.page',
        sequence: from + at,
        state: 'delivered',
        try: 1,
        at: '2026-11-27T12:00:01.000Z',
        elapsed_ms: 31,
        http_status: 200,
        error: null,
        next_try_at: null,
        redelivery: false,
      })),
      next_cursor: nextCursor,
      request_id: 'r-hooks',
    })
    let extra = false
    lab.answer('GET', `/crawl/${crawlId}/webhooks`, ({ path }) => {
      if (!path.includes('cursor=second')) return { body: tries(1, 'second') }
      const body = tries(4, null)
      return { body: extra ? { ...body, data: [...body.data, ...tries(7, null).data] } : body }
    })
    lab.answer('POST', `/crawl/${crawlId}/webhooks/*/redeliver`, ({ path }) => {
      extra = true
      const event = path.split('/').at(-2) ?? ''
      return { status: 202, body: { success: true, id: crawlId, event_id: event, request_id: 'r-again' } }
    })
    await lab.open(`jobs/${crawlId}?tab=webhooks`)
    const more = lab.page.getByRole('button', { name: 'More deliveries' })
    await more.click()
    await lab.page.getByText('crawl.page 6').waitFor()
    await lab.page.getByText('crawl.page 1', { exact: true }).waitFor()
    assert.equal(await more.count(), 0)
    // A try that is made later is at the end of the log.
    await lab.page.getByRole('button', { name: 'Send again: event 2' }).click()
    await lab.page.getByText('crawl.page 9').waitFor()
    const events = lab.page.getByRole('table', { name: 'Webhooks' }).getByText(/^crawl\.page \d$/)
    assert.deepEqual(
      await events.allTextContents(),
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `crawl.page ${number}`),
    )
  })

  it('shows its deliveries, and follows them after its end until they have arrived', async (t) => {
    const lab = await open(t)
    const waiting = { target: 'lake', state: 'waiting' as const, files: [], error: null, delivered_at: null }
    const failed = { ...waiting, target: 'vault', state: 'failed' as const, error: 'the bucket <b>is</b> away' }
    const file = { name: 'markdown.zip', bytes: 4_200, sha256: 'a'.repeat(64) }
    const delivered = {
      ...waiting,
      state: 'delivered' as const,
      files: [file],
      delivered_at: '2026-11-27T12:03:00.000Z',
    }
    finishedCrawl(lab, { status: { deliveries: [waiting, failed] } })
    let reads = 0
    lab.answer('GET', `/crawl/${crawlId}`, () => {
      reads += 1
      return { body: crawlStatus({ deliveries: [reads < 3 ? waiting : delivered, failed] }) }
    })
    const { page } = lab
    await lab.open(`jobs/${crawlId}`)
    const table = page.getByRole('table', { name: 'Deliveries' })
    await table.getByRole('row', { name: /waiting lake/ }).waitFor()
    await table
      .getByRole('row', { name: /failed vault/ })
      .getByText('the bucket <b>is</b> away')
      .waitFor()
    await table
      .getByRole('row', { name: /delivered lake/ })
      .getByText('1 file, 4.2 kB')
      .click()
    await table.getByText('markdown.zip').waitFor()
    await assertAccessible(page)
    // Followed on, it would be read in each of these times. A busy machine may seem away once: then it is read anew.
    const readsIn: number[] = []
    while (readsIn.length < 3 && readsIn.at(-1) !== 0) {
      const before = reads
      await page.waitForTimeout(6_000)
      readsIn.push(reads - before)
    }
    assert.equal(readsIn.at(-1), 0, readsIn.join())
    assert.ok(readsIn.length <= 2 && readsIn.every((count) => count <= 1), readsIn.join())
  })

  it('shows 10,000 URLs with few rows in the document, filters and finds', async (t) => {
    const lab = await open(t)
    finishedCrawl(lab)
    lab.answer('GET', `/crawl/${crawlId}/urls`, ({ path }) => {
      const query = new URL(path, 'http://x').searchParams
      const from = Number(query.get('cursor') ?? 0)
      if (query.get('state') === 'failed') return { body: ledgerPart(1, 1) }
      return { body: ledgerPart(from, 1_000, from >= 9_000 ? null : String(from + 1_000)) }
    })
    const { page } = lab
    await lab.open(`jobs/${crawlId}?tab=urls`)
    const table = page.getByRole('table', { name: 'URLs' })
    await page.getByText('10,000 URLs', { exact: true }).waitFor()
    assert.equal(await table.getAttribute('aria-rowcount'), '10001')
    assert.ok((await table.getByRole('row').count()) <= 250)
    await table.locator('.window-rows').evaluate((scroller) => scroller.scrollTo(0, 1e9))
    await table.getByText('https://example.com/docs/9999').waitFor()
    assert.ok((await table.getByRole('row').count()) <= 250)
    await page.getByLabel('Find in URLs').fill('docs/4321')
    await page.getByText('1 of 10,000 URLs').waitFor()
    await table.getByText('https://example.com/docs/4321').waitFor()
    await page.getByLabel('Find in URLs').fill('')
    await page.getByLabel('State').selectOption('failed')
    await page.getByText('1 URLs', { exact: true }).waitFor()
    assert.match(page.url(), /tab=urls&state=failed$/)
  })
})
