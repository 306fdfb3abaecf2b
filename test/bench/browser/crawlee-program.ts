/**
 * Crawlee's PuppeteerCrawler as a program: `node crawlee-program.ts DIRECTORY EXECUTABLE`, where DIRECTORY is its
 * installation. One long-lived crawler, a fresh context for each page, a fixed concurrency, fingerprints and sessions
 * off, nothing kept on disk.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import { wholeMark } from '../page-site/page-files.ts'
import { loadUrl } from '../page-site/page-site.ts'
import type { PageLoad, Turn, TurnResult } from './contender.ts'
import { quietFlags } from './quiet-flags.ts'
import { serveTurns } from './serve-turns.ts'

// Types for the few functions used of packages that are installed elsewhere.
interface Page {
  content(): Promise<string>
}
interface Crawler {
  run(): Promise<unknown>
  addRequests(urls: string[]): Promise<unknown>
  teardown(): Promise<void>
  browserPool: { getPageId(page: Page): string | undefined }
  autoscaledPool?: { minConcurrency: number; maxConcurrency: number; desiredConcurrency: number }
}
interface Crawlee {
  Configuration: new (options: object) => object
  PuppeteerCrawler: new (options: object, configuration: object) => Crawler
  log: { setLevel(level: number): void }
}

const [directory = '', executablePath = ''] = process.argv.slice(2)
const load = createRequire(join(directory, 'package.json'))
const { PuppeteerCrawler, Configuration, log } = load('@crawlee/puppeteer') as Crawlee
log.setLevel(1)

/** Start of each page by id, and whether it was complete. */
const pages = new Map<string, { startedMs: number; whole: boolean }>()
let loads: PageLoad[] = []
let firstOpenedMs = Number.NaN
let lastClosedMs = Number.NaN
let onClosed = (): void => {}

const crawler: Crawler = new PuppeteerCrawler(
  {
    keepAlive: true,
    minConcurrency: 1,
    maxConcurrency: 1,
    maxRequestRetries: 0,
    useSessionPool: false,
    persistCookiesPerSession: false,
    navigationTimeoutSecs: benchLimits.browserPageTimeoutMs / 1_000,
    launchContext: {
      launcher: load('puppeteer') as object,
      useIncognitoPages: true,
      launchOptions: { executablePath, headless: 'shell', args: quietFlags() },
    },
    browserPoolOptions: {
      useFingerprints: false,
      prePageCreateHooks: [opened],
      postPageCloseHooks: [closed],
    },
    async requestHandler({ page }: { page: Page }) {
      const whole = (await page.content()).includes(wholeMark)
      const known = pages.get(crawler.browserPool.getPageId(page) ?? '')
      if (known !== undefined) known.whole = whole
    },
  },
  new Configuration({ persistStorage: false, purgeOnStart: true }),
)

function opened(id: string): void {
  const startedMs = performance.now()
  if (Number.isNaN(firstOpenedMs)) firstOpenedMs = startedMs
  pages.set(id, { startedMs, whole: false })
}

function closed(id: string): void {
  const page = pages.get(id)
  if (page === undefined) return
  pages.delete(id)
  lastClosedMs = performance.now()
  loads.push({ ms: lastClosedMs - page.startedMs, whole: page.whole })
  onClosed()
}

const running = crawler.run()
// The concurrency can be set only once the crawler runs.
while (crawler.autoscaledPool === undefined) await delay(20)

async function runTurn(turn: Turn): Promise<TurnResult> {
  const pool = crawler.autoscaledPool
  if (pool === undefined) throw new Error('Crawlee has no pool')
  pool.maxConcurrency = turn.atOnce
  pool.minConcurrency = turn.atOnce
  pool.desiredConcurrency = turn.atOnce
  loads = []
  firstOpenedMs = Number.NaN
  const all = new Promise<void>((resolve) => {
    onClosed = () => {
      if (loads.length >= turn.pages) resolve()
    }
  })
  await crawler.addRequests(Array.from({ length: turn.pages }, (_, at) => loadUrl(turn.url, turn.firstLoad + at)))
  await all
  // An idle crawler polls for work twice a second; that wait is not part of the crawl.
  return { wallMs: lastClosedMs - firstOpenedMs, loads }
}

await serveTurns(runTurn, async () => {
  await crawler.teardown()
  await running
})
