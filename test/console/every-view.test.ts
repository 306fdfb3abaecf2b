/**
 * Every view in both themes, narrow and wide: nothing for axe to find, nothing that scrolls sideways, no violation of
 * the content policy, no request to another origin. `SEINE_DEV_CONSOLE_PICTURES` names a folder for pictures of them.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { assertFits, consoleBrowser, type ConsoleLab } from './console-lab.ts'
import { finishedCrawl } from './finished-crawl.ts'
import { crawlId } from './sample-pages.ts'
import { jobList, listedJob } from './samples.ts'

interface ShownView {
  view: string
  /** Resolves when the view shows what it has. */
  ready: (page: Page) => Promise<void>
  key?: null
}

const text = (words: string) => async (page: Page) => await page.getByText(words).first().waitFor()
const table = (name: string) => async (page: Page) => {
  await page.getByRole('table', { name, exact: true }).getByRole('row').nth(1).waitFor()
}
const job = (query = ''): string => `jobs/${crawlId}${query}`
const pageTab = (tab: string): string => `jobs/${crawlId}/pages/0?tab=${tab}`

const views: Readonly<Record<string, ShownView>> = {
  'sign-in': { view: 'jobs', key: null, ready: text('The key stays in this tab.') },
  jobs: { view: 'jobs', ready: table('Jobs') },
  job: { view: job(), ready: table('Pages') },
  'job-urls': { view: job('?tab=urls'), ready: table('URLs') },
  'job-webhooks': { view: job('?tab=webhooks'), ready: table('Webhooks') },
  'job-downloads': { view: job('?tab=downloads'), ready: text('Download zip') },
  'job-request': { view: job('?tab=request'), ready: text('createdAt') },
  'page-markdown': { view: pageTab('markdown'), ready: text('Some words and a') },
  'page-source': { view: pageTab('source'), ready: text('# A guide') },
  'page-clean-html': { view: pageTab('clean_html'), ready: async (page) => await page.locator('iframe').waitFor() },
  'page-html': { view: pageTab('html'), ready: text('<!doctype html>') },
  'page-links': { view: pageTab('links'), ready: text('https://example.com/third') },
  'page-json': { view: pageTab('json'), ready: text('"price": 3') },
  'page-screenshot': {
    view: pageTab('screenshot'),
    ready: async (page) => await page.locator('img.screenshot').waitFor(),
  },
  'page-attempts': { view: pageTab('attempts'), ready: table('Attempts') },
  'page-metadata': { view: pageTab('metadata'), ready: text('word_count') },
  'new-crawl': { view: 'new/crawl', ready: text('Maximum number of pages attempted.') },
  'new-scrape': {
    view: 'new/scrape',
    ready: async (page) => await page.getByRole('button', { name: 'Run' }).waitFor(),
  },
  'new-batch': { view: 'new/batch', ready: async (page) => await page.getByLabel('urls').waitFor() },
  'new-map': { view: 'new/map', ready: async (page) => await page.getByLabel('search').waitFor() },
  service: {
    view: 'service',
    ready: async (page) => await page.getByRole('region', { name: 'Service levels' }).waitFor(),
  },
  'not-here': { view: 'nowhere', ready: text('No view has this address.') },
  gone: { view: 'jobs/crawl-00000000-0000-4000-8000-000000000000', ready: text('Not there: it never was') },
}

const folder = process.env['SEINE_DEV_CONSOLE_PICTURES'] ?? ''
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

async function prepare(lab: ConsoleLab): Promise<void> {
  finishedCrawl(lab)
  lab.answer('GET', '/jobs', {
    body: jobList([listedJob(), listedJob({ id: crawlId.replace('0b', '0c'), status: 'crawling', failed: 0 })]),
  })
  await lab.context.route('http://store/**', (route) => route.fulfill({ contentType: 'image/png', body: png }))
}

describe('every view of the console is accessible, fits and stays within its policy', () => {
  const open = consoleBrowser()
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
      for (const [name, { view, ready, key }] of Object.entries(views)) {
        it(`${name}, ${scheme}, ${width} pixels`, async (t) => {
          const lab = await open(t, { scheme, width, ...(key === null ? { key } : {}) })
          await prepare(lab)
          await lab.open(view)
          await ready(lab.page)
          if (folder !== '') await lab.page.screenshot({ path: join(folder, `${name}-${scheme}-${width}.png`) })
          await assertFits(lab.page)
          await assertAccessible(lab.page)
          // The store is the one other origin, for screenshots.
          const foreign = lab.complaints.filter((line) => line !== 'request to http://store/shot.png')
          assert.deepEqual(foreign, [])
        })
      }
    }
  }
})
