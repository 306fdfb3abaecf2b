/** States of the console: the service is away, too many requests, problems, addresses that lead nowhere, keys. */
import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertAccessible } from './axe.ts'
import { consoleBrowser, type ConsoleLab } from './console-lab.ts'
import { finishedCrawl } from './finished-crawl.ts'
import { crawlId, crawlStatus } from './sample-pages.ts'
import { jobList, listedJob } from './samples.ts'
import { untilFocused, untilFocusWithin } from './settled.ts'

const problem = (status: number, code: string, more: object = {}) => ({
  type: `https://seine.invalid/problems/${code}`,
  title: 'Problem',
  status,
  detail: 'because',
  instance: '/jobs',
  success: false,
  code,
  message: 'because',
  error: 'because',
  request_id: 'r-1',
  retryable: true,
  ...more,
})

/**
 * Sends the first readings of the jobs to a server of their own, for answers that are not whole at once.
 * @param answers one for each reading; later readings go where all requests go.
 */
async function divertJobs(
  t: TestContext,
  { page, gateway }: ConsoleLab,
  answers: ((response: ServerResponse) => Promise<void>)[],
): Promise<void> {
  const left = [...answers]
  const server = createServer((_request, response) => void left.shift()?.(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  let diverted = 0
  await page.route(`${gateway.url}/jobs?*`, async (route) => {
    diverted += 1
    if (diverted > answers.length) await route.fallback()
    else await route.continue({ url: `http://127.0.0.1:${port}/` })
  })
}

describe('states of the console', () => {
  const open = consoleBrowser()

  it('keeps what is shown while the service is unavailable, disables actions, and continues by itself', async (t) => {
    const lab = await open(t)
    let isAway = false
    lab.answer('GET', '/jobs', () =>
      isAway ? { status: 502, body: 'bad gateway', described: false } : { body: jobList([listedJob()], 'next') },
    )
    const { page } = lab
    await lab.open('jobs')
    await page.getByRole('table', { name: 'Jobs' }).waitFor()
    isAway = true
    await page.getByRole('alert').filter({ hasText: 'Service away' }).waitFor({ timeout: 6_000 })
    await page.getByRole('table', { name: 'Jobs' }).waitFor()
    await page.getByRole('button', { name: 'Older jobs', disabled: true }).waitFor()
    await assertAccessible(page)
    isAway = false
    await page.getByText('Service away').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Older jobs', disabled: false }).waitFor()
  })

  it('shows a view that was opened while the service was unavailable as soon as it is back', async (t) => {
    const lab = await open(t)
    let isAway = true
    lab.answer('GET', '/jobs', () =>
      isAway
        ? {
            status: 503,
            body: problem(503, 'workflow_service_unavailable', { retry_after: 5 }),
            headers: { 'retry-after': '5' },
          }
        : { body: jobList([listedJob()]) },
    )
    await lab.open('jobs')
    await lab.page.getByText('Service away').waitFor()
    isAway = false
    await lab.page.getByRole('table', { name: 'Jobs' }).waitFor()
  })

  it('reads on when an answer breaks off, and waits for one that arrives slowly', async (t) => {
    const lab = await open(t, { limits: { readWithinMs: 1_500 } })
    const text = JSON.stringify(jobList([listedJob()]))
    const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
    const half = text.length / 2
    await divertJobs(t, lab, [
      async (response) => {
        response.writeHead(200, headers).write(text.slice(0, half))
        await sleep(100)
        response.destroy()
      },
      // Asked whether it answers in whole now.
      async (response) => {
        await Promise.resolve()
        response.writeHead(200, headers).end(text)
      },
      async (response) => {
        response.writeHead(200, headers)
        for (let at = 0; at < text.length; at += Math.ceil(text.length / 6)) {
          response.write(text.slice(at, at + Math.ceil(text.length / 6)))
          await sleep(400)
        }
        response.end()
      },
    ])
    lab.answer('GET', '/jobs', { status: 500, body: problem(500, 'internal_error') })
    await lab.open('jobs')
    await lab.page.getByRole('table', { name: 'Jobs' }).waitFor()
    assert.deepEqual(lab.complaints, [])
  })

  it('counts down after each answer 429, and continues', async (t) => {
    const lab = await open(t)
    let asked = 0
    lab.answer('GET', '/jobs', () => {
      asked += 1
      return asked <= 2
        ? { status: 429, body: problem(429, 'rate_limited', { retry_after: 2 }), headers: { 'retry-after': '2' } }
        : { body: jobList([listedJob()]) }
    })
    await lab.open('jobs')
    await lab.page.getByText('Tried again in 2 s.').waitFor()
    await lab.page.getByRole('table', { name: 'Jobs' }).waitFor()
  })

  it('counts down and continues in a job and in a form too', async (t) => {
    const lab = await open(t)
    let held = true
    const busy = {
      status: 429,
      body: problem(429, 'rate_limited', { retry_after: 2 }),
      headers: { 'retry-after': '2' },
    }
    finishedCrawl(lab)
    lab.answer('GET', `/crawl/${crawlId}`, () => (held ? busy : { body: crawlStatus() }))
    await lab.open(`jobs/${crawlId}`)
    await lab.page.getByText('Tried again in 1 s.').waitFor()
    await lab.page.getByRole('link', { name: 'All jobs' }).waitFor()
    held = false
    await lab.page.getByRole('table', { name: 'Pages' }).waitFor()
    held = true
    lab.answer('GET', '/openapi.json', () => (held ? { ...busy, described: false } : null))
    await lab.page.getByRole('link', { name: 'New', exact: true }).click()
    await lab.page.getByText('Tried again in 1 s.').waitFor()
    held = false
    await lab.page.getByRole('form', { name: 'Crawl' }).waitFor()
  })

  it('says what has no address, and keeps the request of what is not there', async (t) => {
    const lab = await open(t)
    await lab.open('new/everything')
    await lab.page.getByRole('heading', { level: 1, name: 'Not here' }).waitFor()
    lab.answer('GET', `/crawl/${crawlId}`, { status: 404, body: problem(404, 'not_found', { retryable: false }) })
    await lab.open(`jobs/${crawlId}`)
    const notice = lab.page.getByRole('alert').filter({ hasText: "Not there: it never was, is another tenant's" })
    await notice.getByText('r-1').waitFor()
    await notice.getByRole('button', { name: 'Copy request id' }).waitFor()
    await notice.getByRole('link', { name: 'All jobs' }).waitFor()
    await assertAccessible(lab.page)
  })

  it('shows a problem with its request, to be tried again', async (t) => {
    const lab = await open(t)
    let broken = true
    lab.answer('GET', '/jobs', () =>
      broken ? { status: 500, body: problem(500, 'internal_error') } : { body: jobList([listedJob()]) },
    )
    await lab.open('jobs')
    await lab.page.getByRole('alert').filter({ hasText: 'because' }).getByText('r-1').waitFor()
    await lab.page.getByRole('button', { name: 'Copy request id' }).waitFor()
    await assertAccessible(lab.page)
    broken = false
    await lab.page.getByRole('button', { name: 'Try again' }).click()
    await lab.page.getByRole('table', { name: 'Jobs' }).waitFor()
  })

  it('leads by keys, not while the reader types, and not when turned off', async (t) => {
    const lab = await open(t)
    lab.answer('GET', '/jobs', { body: jobList([listedJob(), listedJob({ id: listedJob().id.replace('0b', '0c') })]) })
    const { page } = lab
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    await lab.open('jobs')
    await page.getByRole('table', { name: 'Jobs' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await untilFocusWithin(page.getByRole('row').nth(2))
    await page.keyboard.press('k')
    await untilFocusWithin(page.getByRole('row').nth(1))
    await page.keyboard.press('/')
    await page.keyboard.type('gs?')
    assert.equal(await page.getByLabel('Tag').inputValue(), 'gs?')
    await page.keyboard.press('Tab')
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await untilFocused(heading('Service'))
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard' })
    await dialog.waitFor()
    await assertAccessible(page)
    await dialog.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('j')
    await page.waitForTimeout(200)
    await heading('Service').waitFor()
    await page.getByRole('button', { name: 'Keyboard' }).click()
    await dialog.waitFor()
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.keyboard.press('g')
    await page.keyboard.press('n')
    await heading('New crawl').waitFor()
  })

  it('skips to the content without leaving the view', async (t) => {
    const lab = await open(t)
    await lab.open('service')
    await lab.page.keyboard.press('Tab')
    const link = lab.page.getByRole('link', { name: 'Skip to content' })
    await untilFocused(link)
    await lab.page.keyboard.press('Enter')
    await untilFocused(lab.page.locator('#main'))
    assert.match(lab.page.url(), /\/console\/service$/)
  })

  it('goes back to where the reader was in a long list', async (t) => {
    const lab = await open(t, { height: 400 })
    const jobs = Array.from({ length: 50 }, (_, at) =>
      listedJob({
        id: `crawl-0b8f0f3e-6c35-4a5b-9a51-1d1b4a1c2d${String(at).padStart(2, '0')}`,
        url: `https://example.com/${at}`,
      }),
    )
    lab.answer('GET', '/jobs', { body: jobList(jobs) })
    await lab.open('jobs')
    await lab.page.getByRole('link', { name: 'https://example.com/40' }).scrollIntoViewIfNeeded()
    const before = await lab.page.evaluate(() => scrollY)
    assert.ok(before > 100)
    await lab.page.getByRole('link', { name: 'https://example.com/40' }).click()
    await lab.page.getByText('Not there').waitFor()
    await lab.page.goBack()
    await lab.page.getByRole('table', { name: 'Jobs' }).waitFor()
    await lab.page.waitForFunction((top) => Math.abs(scrollY - top) < 5, before)
  })
})
