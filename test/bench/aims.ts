/**
 * The aims of the service's speed and cost, which `./dev bench all` compares with its figures. Those of the console are
 * `consoleMarks`, and fail its benchmark.
 */
import type { WorkClass } from '@seine/tools/bench-arguments.ts'

/** What a figure should reach. */
export interface Aim {
  /** Command with its variant, subject and measure, as in the tables; peers without their version. */
  bench: string
  subject: string
  measure: string
  /** Whether the figure may be at most or should be at least the value. */
  at: 'most' | 'least'
  value: number
  /** The subject of the same run whose figure the value is a multiple of; null: the value stands alone. */
  times: string | null
}

/** Aims of all traffic of a page in a browser, by the peer it is compared with: shares of its rate and of its CPU. */
export const browserAims: Readonly<Record<string, { rateAim: number | null; cpuAim: number | null }>> = {
  puppeteer: { rateAim: 0.95, cpuAim: 1.1 },
  'browserless-chrome': { rateAim: 5, cpuAim: null },
  'browserless-shell': { rateAim: 2.2, cpuAim: null },
}

/** Subjects of the peers above. */
const browserTitles: Readonly<Record<string, string>> = {
  puppeteer: 'Puppeteer, bare',
  'browserless-chrome': 'Browserless, Chromium',
  'browserless-shell': 'Browserless, shell',
}

/** CPU milliseconds a page: the first crawl of a stack, the third one, and how many times as much a peer needs. */
const crawlAims: Readonly<Record<WorkClass, { first: number; third: number; peer: [name: string, times: number] }>> = {
  html: { first: 7, third: 5, peer: ['Crawlee', 2] },
  markdown: { first: 8, third: 6, peer: ['Crawlee', 3] },
  main: { first: 9, third: 7, peer: ['fastCRW', 1.5] },
}

/** Memory during a crawl, MB: the scrape worker, all processes, and all processes before the crawl. */
const memoryAims = { worker: 280, busy: 1_300, idle: 900 } as const

const cpu = 'CPU ms a page'
const rate = 'pages a second'

const aim = (
  bench: string,
  subject: string,
  measure: string,
  at: Aim['at'],
  value: number,
  times: string | null = null,
): Aim => ({ bench, subject, measure, at, value, times })

const ofCrawls = Object.entries(crawlAims).flatMap(([workClass, { first, third, peer }]): Aim[] => {
  const bench = `crawl ${workClass}`
  return [
    aim(bench, 'Seine, first crawl', cpu, 'most', first),
    aim(bench, 'Seine, third crawl', cpu, 'most', third),
    aim(bench, peer[0], cpu, 'least', peer[1], 'Seine'),
    aim(bench, 'Seine, scrapeWorker', 'MB', 'most', memoryAims.worker),
    aim(bench, 'Seine', 'MB', 'most', memoryAims.busy),
    aim(bench, 'Seine, idle', 'MB', 'most', memoryAims.idle),
  ]
})

const ofBrowsers = [1, 2].flatMap((atOnce) =>
  Object.entries(browserAims).flatMap(([peer, { rateAim, cpuAim }]): Aim[] => {
    const own = `Seine, all traffic, ${atOnce} at once`
    const other = `${browserTitles[peer]}, ${atOnce} at once`
    return [
      ...(rateAim === null ? [] : [aim('browser', own, rate, 'least', rateAim, other)]),
      ...(cpuAim === null ? [] : [aim('browser', own, cpu, 'most', cpuAim, other)]),
    ]
  }),
)

/** All aims, in the order of the benchmarks. */
export const aims: readonly Aim[] = [
  ...ofCrawls,
  aim(
    'scrape',
    'Seine, browser, application, 1 at once',
    'ms p50',
    'most',
    2,
    'Puppeteer, bare, application, 1 at once',
  ),
  ...ofBrowsers,
  aim('extraction', 'Seine, all formats', `${cpu}, mean`, 'most', 12),
  aim('extraction', 'Seine, all formats', 'p99', 'most', 80),
  aim('json', 'Seine, pages: all', 'F1 of fields', 'least', 0.8),
  aim('json', 'Seine, statements of real pages: held-out', 'F1 of fields', 'least', 0.7),
  aim('api', 'Seine, status reads', 'a second', 'least', 10_000),
  aim('api', 'Seine, status reads', 'ms p99', 'most', 20),
  aim('api', 'Seine, listeners', 'with an event', 'least', 1_000),
  aim('api', 'Seine, starts of the largest batch', 'longest turn of the gateway, ms', 'most', 20),
  aim('starts', 'Seine, 20 a second', 'ms p50', 'most', 30),
  aim('starts', 'Seine, 20 a second', 'ms p99', 'most', 150),
]
