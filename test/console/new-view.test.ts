/** Forms for new requests: made from the API description, refused by the API, shown as code. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertAccessible } from './axe.ts'
import { assertFits, consoleBrowser } from './console-lab.ts'
import { untilFocused } from './settled.ts'

describe('new requests in the console', () => {
  const open = consoleBrowser()

  it('starts a crawl with what was entered, and shows the same as code', async (t) => {
    const lab = await open(t)
    const { page } = lab
    await lab.open('new/crawl')
    const form = page.getByRole('form', { name: 'Crawl' })
    await form.getByLabel('url').fill('https://example.com/a b')
    await form.getByLabel('limit').fill('5')
    await form.getByRole('group', { name: 'output' }).getByLabel('links', { exact: true }).check()
    await form.getByText('More fields').click()
    await form.getByLabel('sitemap').selectOption('skip')
    await form.getByLabel('allowSubdomains').check()
    const code = page.getByRole('region', { name: 'Same request as code' })
    const body = {
      url: 'https://example.com/a b',
      limit: 5,
      output: ['markdown', 'links'],
      sitemap: 'skip',
      allowSubdomains: true,
    }
    const panel = code.getByRole('tabpanel')
    for (const value of ['"limit": 5', '"sitemap": "skip"', '$SEINE_KEY', `${lab.gateway.url}/crawl`]) {
      await panel.filter({ hasText: value }).waitFor()
    }
    await code.getByRole('tab', { name: 'Python' }).click()
    await panel.filter({ hasText: '"allowSubdomains": True' }).waitFor()
    await code.getByRole('tab', { name: 'TypeScript' }).click()
    await panel.filter({ hasText: "fetch('http" }).waitFor()
    assert.doesNotMatch((await code.textContent()) ?? '', /acme-key/)
    await form.getByRole('button', { name: 'Start' }).click()
    await page.waitForURL(/\/console\/jobs\/crawl-/)
    const sent = lab.seen.find(({ method }) => method === 'POST')
    assert.deepEqual(sent?.body, body)
    await page.getByRole('tab', { name: 'Request' }).click()
    await page.getByRole('heading', { name: 'The request' }).waitFor()
  })

  it('says that the answer to a start was lost; the same start again has the same key', async (t) => {
    const lab = await open(t)
    const { page } = lab
    let isLost = true
    lab.answer('POST', '/crawl', () => {
      if (!isLost) return null
      isLost = false
      return { status: 502, body: '', described: false }
    })
    await lab.open('new/crawl')
    const form = page.getByRole('form', { name: 'Crawl' })
    await form.getByLabel('url').fill('https://example.com/')
    await form.getByRole('button', { name: 'Start' }).click()
    await form.getByRole('alert').getByText('It is not known whether this was done.').waitFor()
    await form.getByRole('button', { name: 'Start', disabled: false }).click()
    await page.waitForURL(/\/console\/jobs\/crawl-/)
    await page.goBack()
    await form.getByRole('button', { name: 'Start' }).click()
    await page.waitForURL(/\/console\/jobs\/crawl-/)
    const keys = lab.seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key'])
    assert.equal(keys.length, 3)
    assert.equal(keys[0], keys[1])
    assert.notEqual(keys[1], keys[2])
  })

  it('shows refusals of the API at their fields, also in those under More fields; what was typed stays', async (t) => {
    const lab = await open(t, { width: 360 })
    const { page } = lab
    await lab.open('new/crawl')
    const form = page.getByRole('form', { name: 'Crawl' })
    await form.getByLabel('url').fill('nonsense')
    await form.getByLabel('limit').fill('many')
    await form.getByText('More fields').click()
    await form.getByText('webhook', { exact: true }).click()
    await form.getByLabel('webhook.url').fill('ftp://x')
    await form.getByText('More fields').click()
    await form.getByRole('button', { name: 'Start' }).click()
    await form.getByRole('alert').waitFor()
    const url = form.getByLabel('url', { exact: true })
    assert.equal(await url.getAttribute('aria-invalid'), 'true')
    await untilFocused(url)
    const described = (await url.getAttribute('aria-describedby')) ?? ''
    const words = await page.evaluate(
      (ids) =>
        ids
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      described,
    )
    assert.match(words, /url/)
    assert.equal(await form.getByLabel('limit').inputValue(), 'many')
    await form.getByLabel('webhook.url').waitFor()
    assert.equal(await form.getByLabel('webhook.url').getAttribute('aria-invalid'), 'true')
    await assertFits(page)
    await assertAccessible(page)
  })

  it('leads to a refused field under More fields, and to the boxes of a refused choice', async (t) => {
    const lab = await open(t)
    const { page } = lab
    await lab.open('new/crawl')
    const form = page.getByRole('form', { name: 'Crawl' })
    await form.getByLabel('url').fill('https://example.com/')
    await form.getByText('More fields').click()
    await form.getByText('webhook', { exact: true }).click()
    await form.getByLabel('webhook.url').fill('ftp://x')
    // The form is made anew with what was entered: its folded fields are not there yet.
    await page.getByRole('link', { name: 'Scrape', exact: true }).click()
    await page.getByRole('form', { name: 'Scrape' }).waitFor()
    await page.goBack()
    await form.getByRole('button', { name: 'Start' }).click()
    await form.getByRole('alert').waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'webhook.url')
    await form.getByLabel('webhook.url').fill('')
    const markdown = form.getByRole('group', { name: 'output' }).getByLabel('markdown', { exact: true })
    await markdown.uncheck()
    await form.getByRole('button', { name: 'Start' }).click()
    await form.locator('input[type=checkbox][aria-invalid=true]').first().waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'checkbox')
    assert.equal(await markdown.getAttribute('aria-invalid'), 'true')
    const sent = lab.seen.findLast(({ method }) => method === 'POST')?.body as { output?: unknown } | undefined
    assert.deepEqual(sent?.output, [])
    await assertAccessible(page)
  })

  it('keeps what was entered on the way to another view and back', async (t) => {
    const lab = await open(t)
    await lab.open('new/batch')
    await lab.page.getByLabel('urls').fill('https://example.com/1\nhttps://example.com/2')
    await lab.page.getByRole('link', { name: 'Scrape', exact: true }).click()
    await lab.page.getByRole('form', { name: 'Scrape' }).waitFor()
    await lab.page.goBack()
    assert.equal(await lab.page.getByLabel('urls').inputValue(), 'https://example.com/1\nhttps://example.com/2')
    await lab.page.getByRole('button', { name: 'Start' }).click()
    await lab.page.getByRole('heading', { level: 1, name: '2 URLs' }).waitFor()
  })

  it('shows the links of a map in a table', async (t) => {
    const lab = await open(t)
    const links = Array.from({ length: 500 }, (_, at) => ({
      url: `https://example.com/${at}`,
      title: `Title ${at}`,
      source: 'sitemap',
    }))
    const result = {
      success: true,
      links,
      truncated: false,
      sources: { sitemap: 500, page: 0, search: 0 },
      cached_at: null,
      warnings: [],
      request_id: 'r',
    }
    lab.answer('POST', '/map', { body: result })
    await lab.open('new/map')
    await lab.page.getByRole('form', { name: 'Map' }).getByLabel('url').fill('https://example.com/')
    await lab.page.getByRole('button', { name: 'Run' }).click()
    const table = lab.page.getByRole('table', { name: 'Links' })
    await table.getByText('Title 3', { exact: true }).waitFor()
    assert.equal(await table.getAttribute('aria-rowcount'), '501')
    await assertAccessible(lab.page)
  })

  it('says why a page could not be read, and that no worker is there', async (t) => {
    const lab = await open(t)
    await lab.open('new/scrape')
    await lab.page.getByRole('form', { name: 'Scrape' }).getByLabel('url').fill('https://example.com/')
    await lab.page.getByRole('button', { name: 'Run' }).click()
    await lab.page.getByRole('form').getByRole('alert').waitFor()
    assert.equal(await lab.page.getByText('Service away').count(), 0)
  })
})
