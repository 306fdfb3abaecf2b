/** Every view of the console by name, with sample answers, and how each shows that it is there. */
import { serviceAnswers } from '@seine/shared/api/examples/service-answers.ts'
import type { Page } from 'playwright-core'
import { harText, harUpload, variedEntries } from './capture-samples.ts'
import type { ConsoleLab } from './console-lab.ts'
import { finishedCrawl } from './finished-crawl.ts'
import { crawlId } from './sample-pages.ts'
import { jobList, listedJob } from './samples.ts'
import { answerWatch } from './watch-answers.ts'
import { runId, watchId } from './watch-samples.ts'

/** A view with something in it. */
export interface ShownView {
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

/** The views of the frame, of jobs and of New. */
export const frameAndJobViews: Readonly<Record<string, ShownView>> = {
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

const openHar = async (page: Page): Promise<void> => {
  await page.getByLabel('Open HAR').setInputFiles(harUpload(harText(variedEntries())))
  await page
    .getByRole('table', { name: 'Calls' })
    .getByRole('button', { name: /prices/ })
    .click()
  await page.getByRole('region', { name: 'Call' }).waitFor()
}

/** All views. */
export const allViews: Readonly<Record<string, ShownView>> = {
  ...frameAndJobViews,
  captures: { view: 'captures', ready: text('No capture yet.') },
  'captures-call': { view: 'captures', ready: openHar },
  watches: { view: 'watches', ready: table('Watches') },
  watch: {
    view: `watches/${watchId}`,
    ready: async (page) => await page.getByRole('table', { name: 'Calendar' }).getByRole('link').first().waitFor(),
  },
  'watch-new': {
    view: 'watches/new',
    ready: async (page) => await page.getByRole('form', { name: 'Watch' }).waitFor(),
  },
  'watch-edit': {
    view: `watches/${watchId}/edit`,
    ready: async (page) => await page.getByRole('form', { name: 'Watch' }).waitFor(),
  },
  'watch-run': {
    view: `watches/${watchId}/runs/${runId}`,
    ready: async (page) => await page.getByRole('deletion').first().waitFor(),
  },
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Chooses the answers of all views. */
export async function answerViews(lab: ConsoleLab): Promise<void> {
  finishedCrawl(lab)
  answerWatch(lab)
  lab.answer('GET', '/jobs', {
    body: jobList([listedJob(), listedJob({ id: crawlId.replace('0b', '0c'), status: 'crawling', failed: 0 })]),
  })
  // What an operator sees.
  lab.answer('GET', '/service', { body: serviceAnswers.readService[200] })
  await lab.context.route('http://store/**', (route) => route.fulfill({ contentType: 'image/png', body: png }))
}

/** Complaints of a lab, without the one request to another origin: the store has the screenshots. */
export const foreignComplaints = ({ complaints }: ConsoleLab): string[] =>
  complaints.filter((line) => line !== 'request to http://store/shot.png')
