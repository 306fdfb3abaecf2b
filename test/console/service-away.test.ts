/**
 * The frame of the console while the service is away: every view shows the outage, and views not loaded yet wait for
 * its end.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { consoleBrowser, type ConsoleLab } from './console-lab.ts'
import { untilFocused } from './settled.ts'

const healthReads = ({ seen }: ConsoleLab): number => seen.filter(({ path }) => path === '/healthz').length

/** Makes the document say that it is in sight or not, as a change of tabs does. */
async function show({ page }: ConsoleLab, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

describe('the console while the service is unavailable', () => {
  const open = consoleBrowser()

  it('opens a view that was not loaded yet as soon as the service is back', async (t) => {
    const lab = await open(t)
    const { page } = lab
    await lab.open('jobs')
    await page.getByText('No jobs yet').waitFor()
    await page.route('**/*', (route) => route.abort('connectionrefused'))
    await page.getByRole('link', { name: 'Service', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Service away' }).waitFor()
    assert.match(page.url(), /\/console\/service$/)
    await page
      .locator('a[aria-current=page]')
      .and(page.getByRole('link', { name: 'Service', exact: true }))
      .waitFor()
    await page.unroute('**/*')
    await page.getByRole('heading', { level: 1, name: 'Service' }).waitFor()
    await page.getByRole('region', { name: 'Queues' }).waitFor()
    await page.getByText('Service away').waitFor({ state: 'detached' })
  })

  it('shows the outage within seconds on a view that reads nothing, and continues after it', async (t) => {
    const lab = await open(t)
    const { page } = lab
    await lab.open('new/crawl')
    await page.getByRole('form', { name: 'Crawl' }).waitFor()
    let isAway = true
    lab.answer('GET', '/healthz', () => (isAway ? { status: 502, body: 'bad gateway', described: false } : null))
    await page.getByRole('alert').filter({ hasText: 'Service away' }).waitFor()
    await page.getByRole('button', { name: 'Start', disabled: true }).waitFor()
    isAway = false
    await page.getByText('Service away').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Start', disabled: false }).waitFor()
  })

  it('does not take a service that answers for unavailable because the computer has no network', async (t) => {
    const lab = await open(t)
    const { page } = lab
    await lab.open('new/crawl')
    await page.getByRole('form', { name: 'Crawl' }).waitFor()
    const goOffline = () =>
      page.evaluate(() => {
        Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
        globalThis.dispatchEvent(new Event('offline'))
      })
    const before = healthReads(lab)
    await goOffline()
    while (healthReads(lab) === before) await page.waitForTimeout(20)
    await page.waitForTimeout(300)
    assert.equal(await page.getByText('Service away').count(), 0)
    await page.getByRole('button', { name: 'Start', disabled: false }).waitFor()
    lab.answer('GET', '/healthz', { status: 502, body: '', described: false })
    await goOffline()
    await page.getByRole('alert').filter({ hasText: 'Service away' }).waitFor()
  })

  it('sends no requests in a hidden tab, nor when signed out', async (t) => {
    const lab = await open(t)
    const { page } = lab
    await lab.open('new/crawl')
    while (healthReads(lab) === 0) await page.waitForTimeout(100)
    await show(lab, 'hidden')
    const before = healthReads(lab)
    await page.waitForTimeout(4_000)
    assert.equal(healthReads(lab), before)
    await show(lab, 'visible')
    while (healthReads(lab) === before) await page.waitForTimeout(50)
    await page.getByRole('button', { name: 'Sign out' }).click()
    const heading = page.getByRole('heading', { level: 1, name: 'Sign in' })
    await untilFocused(heading)
    const atEnd = healthReads(lab)
    await page.waitForTimeout(4_000)
    assert.equal(healthReads(lab), atEnd)
    await page.getByLabel('API key').fill('acme-key')
    await page.getByRole('button', { name: 'Sign in' }).click()
    const form = page.getByRole('heading', { level: 1, name: 'New crawl' })
    await untilFocused(form)
    assert.deepEqual(lab.complaints, [])
  })
})
