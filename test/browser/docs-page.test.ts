/** The documentation page in a real browser: loads only from its own origin, readable at every width, usable. */
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { launch, type Browser, type Page } from 'puppeteer'
import { testGateway } from '@seine/gateway/testing/test-gateway.ts'
import { enginePath, sandboxFlags } from './engine-path.ts'

interface OpenPage {
  page: Page
  /** Errors and warnings of the browser, and requests to other origins. */
  complaints: string[]
}

const operation = (name: string): string => `[id^="operations-"][id$="-${name}"]`

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const samplesText = (page: Page): Promise<string> =>
  page.$eval('.samples [role="tabpanel"]', (panel) => panel.textContent ?? '')

const press = async (page: Page, selector: string): Promise<void> => {
  const found = await page.waitForSelector(selector)
  await found?.evaluate((element) => (element as HTMLElement).click())
}

describe('the documentation page', () => {
  let browser: Browser
  before(async () => {
    browser = await launch({ executablePath: await enginePath(), args: [...sandboxFlags] })
  })
  after(async () => {
    await browser?.close()
  })

  async function open(t: TestContext, path: string, width: number, scheme = 'light'): Promise<OpenPage> {
    const gateway = await testGateway(t)
    const context = await browser.createBrowserContext()
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warn') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(`${gateway.url}/`) && !url.startsWith('data:')) complaints.push(url)
    })
    await page.setViewport({ width, height: 900 })
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    await page.goto(gateway.url + path)
    await page.waitForSelector('.opblock')
    // Before the gateway ends: an open page keeps a connection.
    t.after(() => context.close())
    return { page, complaints }
  }

  for (const width of [390, 1440]) {
    it(`shows operations and their schemas ${width} pixels wide, without requests to other origins`, async (t) => {
      const { page, complaints } = await open(t, '/docs', width)
      assert.equal(await overflow(page), 0)
      for (const name of ['startCrawl', 'captureNetwork', 'crawlWebhooks']) {
        await press(page, `${operation(name)} .opblock-summary-control`)
        await page.waitForSelector(`${operation(name)} .samples`)
      }
      await page.waitForSelector(`${operation('captureNetwork')} .response`)
      assert.equal(await overflow(page), 0)
      assert.deepEqual(complaints, [])
    })
  }

  for (const path of ['/docs/', '/v1/docs']) {
    it(`works at ${path} too`, async (t) => {
      const { complaints } = await open(t, path, 1440)
      assert.deepEqual(complaints, [])
    })
  }

  it('is dark for readers who want it so', async (t) => {
    const background = async (scheme: string): Promise<string> => {
      const { page } = await open(t, '/docs', 390, scheme)
      return await page.$eval('body', (body) => getComputedStyle(body).backgroundColor)
    }
    assert.notEqual(await background('dark'), await background('light'))
  })

  it('shows samples in tabs; the language chosen in one operation is chosen in all', async (t) => {
    const { page } = await open(t, '/docs', 1440)
    await press(page, `${operation('startCrawl')} .opblock-summary-control`)
    await page.waitForSelector('.samples')
    assert.match(await samplesText(page), /^curl /)
    await press(page, '.samples [role="tab"]:nth-child(3)')
    await page.waitForFunction(() => document.querySelector('.samples pre')?.textContent?.startsWith('import json'))
    await page.focus('.samples [role="tab"][aria-selected="true"]')
    await page.keyboard.press('ArrowLeft')
    await page.waitForFunction(() => document.querySelector('.samples pre')?.textContent?.startsWith('const answer'))
    await press(page, `${operation('readCrawl')} .opblock-summary-control`)
    await page.waitForSelector(`${operation('readCrawl')} .samples`)
    const second = await page.$eval(`${operation('readCrawl')} .samples pre`, (panel) => panel.textContent)
    assert.match(second ?? '', /^const answer/)
  })

  it('tries an operation out: 401 without a key, 200 with one', async (t) => {
    const { page } = await open(t, '/docs', 1440)
    const place = operation('activeCrawls')
    const execute = async (): Promise<string> => {
      await press(page, `${place} .btn.execute`)
      const status = await page.waitForSelector(`${place} .live-responses-table tbody .response-col_status`)
      return (await status?.evaluate((cell) => cell.textContent)) ?? ''
    }
    await press(page, `${place} .opblock-summary-control`)
    await press(page, `${place} .try-out__btn`)
    assert.match(await execute(), /^401/)
    await press(page, `${place} .btn-clear`)
    await press(page, '.btn.authorize')
    const field = await page.waitForSelector('.auth-container input')
    await field?.type('acme-key')
    await press(page, '.auth-btn-wrapper .authorize')
    await press(page, '.auth-btn-wrapper .btn-done')
    assert.match(await execute(), /^200/)
  })
})
