/** A player of other people shows WACZ archives of jobs, from the file alone: the sites are gone by then. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launch, type Browser, type Page } from 'puppeteer'
import { enginePath, sandboxFlags } from '../browser/engine-path.ts'
import { startSpaSite } from '../spa/spa-site.ts'
import { startTestStack, type TestStack } from '../stack/test-stack.ts'
import { playerSkip, startReplay, type ReplayServer } from './replay-web-page.ts'
import { shownPage, type ShownPage } from './shown-page.ts'

/** Where pictures of the replay are written; none when it is not set. */
const picturesFolder = process.env['REPLAY_PICTURES']

describe('the player shows', { skip: playerSkip }, () => {
  let replay: ReplayServer
  let browser: Browser
  let siteUrl: string
  let appUrl: string

  before(async () => {
    const spa = await startSpaSite({ items: 6 })
    let t: TestStack | null = null
    try {
      t = await startTestStack({ browser: true, egressAllow: [`127.0.0.1/32:${spa.port}`] })
      const { api } = t
      siteUrl = t.site.url
      appUrl = `${spa.origin}/app/`
      const archiveOf = async (request: Record<string, unknown>): Promise<Buffer> => {
        const final = await api.watch(await api.start({ output: ['markdown'], archive: ['wacz'], ...request }))
        assert.equal(final.status, 'completed', JSON.stringify(final))
        return Buffer.from(await (await fetch(final.s3PresignedUrls!['wacz']!)).arrayBuffer())
      }
      replay = await startReplay({
        'site.wacz': await archiveOf({ url: siteUrl, limit: 20, scrape: { js_render: false } }),
        'app.wacz': await archiveOf({ url: appUrl, sitemap: 'skip' }),
      })
    } finally {
      await t?.close()
      await spa.close()
    }
    browser = await launch({ executablePath: await enginePath('chrome'), args: [...sandboxFlags] })
  })

  after(async () => {
    await browser?.close()
    await replay?.close()
  })

  const shown = async (archive: string, url: string, text: RegExp): Promise<ShownPage> =>
    await shownPage(browser, replay, archive, url, text)

  async function keepPicture(page: Page, name: string): Promise<void> {
    if (picturesFolder === undefined) return
    await mkdir(picturesFolder, { recursive: true })
    await writeFile(join(picturesFolder, `${name}.png`), await page.screenshot())
  }

  it('the pages of a crawl by HTTP, and leads from one to the next', async () => {
    const { page, frame } = await shown('site.wacz', siteUrl, /\w{3}/)
    await keepPicture(page, 'site')
    const link = await frame.evaluate(
      (start) =>
        [...document.querySelectorAll('a')]
          .map(({ href }) => href)
          .find((href) => href.startsWith(new URL(start).origin) && href !== start && !href.includes('#')) ?? null,
      siteUrl,
    )
    assert.ok(link !== null)
    const next = await shown('site.wacz', link, /\w{3}/)
    assert.notEqual(
      await next.frame.evaluate(() => document.body.innerText),
      await frame.evaluate(() => document.body.innerText),
    )
  })

  it('a rendered page: its scripts run on the recorded data', async () => {
    const { page, frame } = await shown('app.wacz', appUrl, /\w{3}/)
    await frame.waitForSelector('a[href*="/item/"]', { timeout: 60_000 })
    await keepPicture(page, 'app')
    assert.ok((await frame.$$('a[href*="/item/"]')).length > 0)
    const item = await shown('app.wacz', `${appUrl}item/1`, /stands where the river turns/)
    await keepPicture(item.page, 'item')
  })
})
