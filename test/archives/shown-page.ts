/** Opens pages of an archive in the player of web archives. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Frame, Page } from 'puppeteer'
import type { ReplayServer } from './replay-web-page.ts'

export interface ShownPage {
  page: Page
  /** Frame of the player with the page of the archive. */
  frame: Frame
}

/** Opens a page of an archive. @returns its frame once it has the text. */
export async function shownPage(
  browser: Browser,
  replay: Pick<ReplayServer, 'origin'>,
  archive: string,
  url: string,
  text: RegExp,
): Promise<ShownPage> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setViewport({ width: 1280, height: 900 })
  await page.goto(`${replay.origin}/?source=/${archive}#view=replay&url=${encodeURIComponent(url)}`)
  let seen = ''
  for (let tries = 0; tries < 600; tries += 1) {
    for (const frame of page.frames()) {
      if (!/\/w\/.+\/\d*mp_\//.test(frame.url())) continue
      seen = await frame.evaluate(() => document.body?.innerText ?? '').catch(() => '')
      if (text.test(seen)) return { page, frame }
    }
    await sleep(100)
  }
  const frames = page.frames().map((frame) => frame.url())
  return assert.fail(`${url} is not shown: ${seen.slice(0, 500)}\n${frames.join('\n')}`)
}
