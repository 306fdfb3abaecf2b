/** Signing in and out: where the key is, and where it is not. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { consoleBrowser, type ConsoleLab } from './console-lab.ts'
import { finishedCrawl } from './finished-crawl.ts'
import { crawlId } from './sample-pages.ts'
import { jobList, listedJob } from './samples.ts'

const signIn = async ({ page }: ConsoleLab, key: string): Promise<void> => {
  await page.getByRole('form', { name: 'Sign in' }).getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

describe('signing in to the console', () => {
  const open = consoleBrowser()

  it('refuses a key that is not valid, and takes one that is', async (t) => {
    const lab = await open(t, { key: null })
    const { page } = lab
    await lab.page.goto(`${lab.gateway.url}/`)
    await signIn(lab, 'wrong')
    assert.equal(await page.getByRole('alert').filter({ hasText: 'key' }).textContent(), 'This key is not valid.')
    await signIn(lab, 'acme-key')
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    const names = await page.getByRole('navigation', { name: 'Console' }).getByRole('link').allTextContents()
    assert.deepEqual(names, ['Jobs', 'New', 'Captures', 'Watches', 'Service'])
    await page.getByText('acme · id-acme-key').waitFor()
    assert.deepEqual(lab.complaints, [])
  })

  it('takes no key while something else answers for the service, or nothing does', async (t) => {
    const lab = await open(t, { key: null, limits: { readWithinMs: 1_000 } })
    const { page } = lab
    const silent = page.getByRole('alert').filter({ hasText: 'Service away: it did not answer.' })
    lab.answer('GET', '/jobs', { status: 503, body: '<h1>No server is available</h1>', described: false })
    await page.goto(`${lab.gateway.url}/`)
    await signIn(lab, 'any')
    await silent.waitFor()
    lab.answer('GET', '/jobs', { status: 429, body: '', headers: { 'retry-after': '7' }, described: false })
    await signIn(lab, 'any')
    await page.getByText('Try again in 7 s.').waitFor()
    lab.answer('GET', '/jobs', () => new Promise(() => undefined))
    await signIn(lab, 'any')
    await silent.waitFor()
    const unavailable = { code: 'store_unavailable', message: 'The store does not answer.' }
    lab.answer('GET', '/jobs', { status: 503, body: unavailable, described: false })
    await signIn(lab, 'acme-key')
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
  })

  it('keeps the key in the session storage of the tab alone', async (t) => {
    const lab = await open(t, { key: null })
    const { page, context, seen } = lab
    finishedCrawl(lab)
    await lab.page.goto(`${lab.gateway.url}/console/jobs/${crawlId}`)
    await signIn(lab, 'acme-key')
    await page.getByRole('table', { name: 'Pages' }).waitFor()
    await page.getByRole('tab', { name: 'Request' }).click()
    const places = await page.evaluate(() => ({
      session: Object.keys(sessionStorage).map((name) => sessionStorage.getItem(name)),
      local: Object.keys(localStorage).map((name) => localStorage.getItem(name)),
      state: JSON.stringify(history.state),
      document: document.documentElement.outerHTML,
      fields: [...document.querySelectorAll('input')].map(({ value }) => value),
      address: location.href,
      cookie: document.cookie,
    }))
    const { session, ...others } = places
    assert.ok(session.includes('acme-key'))
    // The id of the key in the header of the page, `id-acme-key`, is no secret.
    assert.doesNotMatch(JSON.stringify(others), /(?<!id-)acme-key/)
    assert.deepEqual(await context.cookies(), [])
    for (const { path, headers } of seen) {
      assert.doesNotMatch(path, /acme-key/)
      assert.equal(headers['cookie'], undefined)
      assert.equal(headers['referer'], undefined)
    }
  })

  it('drops everything when the reader signs out; Back shows the form', async (t) => {
    const { page, ...lab } = await open(t)
    lab.answer('GET', '/jobs', { body: jobList([listedJob()]) })
    await lab.open('jobs')
    await page.getByRole('link', { name: 'Service' }).click()
    await page.getByRole('heading', { level: 1, name: 'Service' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('form', { name: 'Sign in' }).waitFor()
    await page.goBack()
    await page.getByRole('form', { name: 'Sign in' }).waitFor()
    assert.equal(await page.getByRole('table').count(), 0)
    assert.equal(await page.evaluate(() => sessionStorage.getItem('seine-key')), null)
  })

  it('signs out with the reason when the key is refused, and keeps the place', async (t) => {
    const { page, ...lab } = await open(t)
    let valid = true
    const refused = {
      type: 'about:blank',
      title: 'Unauthorized',
      status: 401,
      detail: 'no',
      instance: '/jobs',
      success: false,
      code: 'unauthorized',
      message: 'no',
      error: 'no',
      request_id: 'r',
      retryable: false,
    }
    lab.answer('GET', '/jobs', () =>
      valid ? null : { status: 401, body: refused, headers: { 'www-authenticate': 'Bearer' } },
    )
    await lab.open('jobs?kind=crawl')
    valid = false
    await page.getByText('This key is not valid.').waitFor()
    assert.match(page.url(), /\/console\/jobs\?kind=crawl$/)
    valid = true
    await page.getByLabel('API key').fill('acme-key')
    await page.keyboard.press('Enter')
    await page.getByLabel('Kind').waitFor()
    assert.equal(await page.getByLabel('Kind').inputValue(), 'crawl')
  })
})
