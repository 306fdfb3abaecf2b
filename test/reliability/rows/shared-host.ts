/** R40: eight jobs on one host. */
import { setTimeout as sleep } from 'node:timers/promises'
import { cataloguePages, usualSize, type CatalogueSize } from '../../bench/labs/catalogue.ts'
import { allOf, atMost, reported, type Mark } from '../../bench/labs/lab.ts'
import { markdownOf, pageRequests, resultsAmong } from '../../bench/labs/lab-job.ts'
import { htmlAnswer, notFound, startLabSite, type LabAnswer, type LabSite } from '../../bench/labs/lab-site.ts'
import { TokenBucket } from '../../bench/labs/token-bucket.ts'
import { reliabilityLimits } from '../reliability-limits.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row, RowContext } from '../row.ts'

const allJobs = 8
const shortJobs = 3
const shortSize: CatalogueSize = { shelves: 4, parts: 20, sheets: 5 }
/**
 * For the host that refuses nothing. Once the start page, which links all shelves, has been merged, each job asks for
 * eight pages at once: 48 in all if only the jobs and not the host were limited.
 */
const shortUnlimitedJobs = 6
const shortUnlimitedSize: CatalogueSize = { shelves: 10, parts: 0, sheets: 0 }
const requestsPerSecond = 20
const refusedMaxPercent = 10
/** The first refusals of a host that is not known yet weigh more when there are fewer pages. */
const shortRefusedMaxPercent = 35
const inFlightMax = 32
const answerDelayMs = 100
/** Longer than the time between the starts of the jobs, so that their pages are in flight together. */
const shortAnswerDelayMs = 700
const crawlDelayMs = 1_000
const watchedSeconds = 30
const shortWatchedSeconds = 5

const refusal: LabAnswer = { status: 429, headers: { 'retry-after': '1' }, body: 'Too many requests\n' }

/** Starts the jobs at once. @returns their ids. */
const startJobs = async ({ t }: ReliabilityStack, url: string, jobs: number): Promise<string[]> =>
  await Promise.all(
    Array.from({ length: jobs }, async () => await t.api.start({ url, output: ['markdown'], sitemap: 'skip' })),
  )

/** @returns the number of pages of each job. */
async function resultsOf({ t }: ReliabilityStack, ids: string[], pages: ReadonlySet<string>): Promise<number[]> {
  return await Promise.all(
    ids.map(async (id) => {
      const final = await t.api.watch(id, undefined, 600_000)
      return resultsAmong(await markdownOf(final), pages)
    }),
  )
}

type Site = (answer: (path: string) => LabAnswer) => Promise<LabSite>

async function rateLimited(stack: ReliabilityStack, short: boolean, site: Site): Promise<Mark[]> {
  const pages = cataloguePages(short ? shortSize : usualSize)
  const jobs = short ? shortJobs : allJobs
  const bucket = new TokenBucket(requestsPerSecond, performance.now())
  const { url, requests } = await site((path) => {
    if (!bucket.take(performance.now())) return refusal
    const body = pages.get(path)
    return body === undefined ? notFound : htmlAnswer(body)
  })
  const results = await resultsOf(stack, await startJobs(stack, url, jobs), new Set(pages.keys()))
  const asked = pageRequests(requests)
  const refused = asked.filter(({ status }) => status === refusal.status).length
  const percent = (100 * refused) / asked.length
  const sum = results.reduce((all, count) => all + count, 0)
  return [
    allOf('limited: pages of all jobs', sum, jobs * pages.size),
    reported('limited: requests and refusals', `${asked.length} and ${refused}`),
    atMost('limited: refused', percent, short ? shortRefusedMaxPercent : refusedMaxPercent, ' %'),
    reported('limited: time', `${((asked.at(-1)!.atMs - asked[0]!.atMs) / 1_000).toFixed(0)} s`),
  ]
}

async function unlimited(stack: ReliabilityStack, short: boolean, site: Site): Promise<Mark[]> {
  const pages = cataloguePages(short ? shortUnlimitedSize : usualSize)
  const jobs = short ? shortUnlimitedJobs : allJobs
  const delayMs = short ? shortAnswerDelayMs : answerDelayMs
  const lab = await site((path) => {
    const body = pages.get(path)
    return { ...(body === undefined ? notFound : htmlAnswer(body)), delayMs }
  })
  const results = await resultsOf(stack, await startJobs(stack, lab.url, jobs), new Set(pages.keys()))
  return [
    allOf(
      'unlimited: pages of all jobs',
      results.reduce((all, count) => all + count, 0),
      jobs * pages.size,
    ),
    atMost('unlimited: pages in flight together', lab.inFlightMax(), inFlightMax),
  ]
}

async function delayed(stack: ReliabilityStack, short: boolean, site: Site): Promise<Mark[]> {
  const pages = cataloguePages()
  const robots = `User-agent: *\nCrawl-delay: ${crawlDelayMs / 1_000}\n`
  const { url, requests } = await site((path) => {
    if (path === '/robots.txt') return { status: 200, headers: { 'content-type': 'text/plain' }, body: robots }
    const body = pages.get(path)
    return body === undefined ? notFound : htmlAnswer(body)
  })
  const ids = await startJobs(stack, url, short ? shortJobs : allJobs)
  while (pageRequests(requests).length === 0) await sleep(reliabilityLimits.jobPollMs)
  await sleep((short ? shortWatchedSeconds : watchedSeconds) * 1_000)
  const starts = pageRequests(requests).map(({ atMs }) => atMs)
  await Promise.all(ids.map(async (id) => await stack.t.api.cancel(id)))
  const seconds = (starts.at(-1)! - starts[0]!) / 1_000
  const gaps = starts.slice(1).map((atMs, at) => atMs - starts[at]!)
  return [
    atMost('crawl-delay 1 s: pages a second', (starts.length - 1) / seconds, 1.05),
    reported('crawl-delay 1 s: pages', `${starts.length} in ${seconds.toFixed(1)} s`),
    reported('crawl-delay 1 s: shortest pause', `${Math.min(...gaps).toFixed(0)} ms`),
  ]
}

export const sharedHostRow: Row = {
  id: 'R40',
  name: 'One host, many jobs',
  method:
    'Eight crawls at once of one host, three times: the host answers 20 requests a second and refuses the rest with 429 and `Retry-After: 1`; it never refuses and takes 100 ms; its robots.txt asks for a crawl-delay of 1 s.',
  counted: 'Pages of each crawl; refusals; requests open at once; requests a second.',
  passMark: '221 of 221 pages each; at most 10 % refused; at most 32 in flight together; 1 a second in all',
  stack: { browser: false },
  async run({ short, ownStack, serve }: RowContext) {
    const stack = await ownStack()
    const site: Site = async (answer) => {
      const lab = await serve(stack, startLabSite(answer))
      return lab
    }
    const parts = await Promise.all([rateLimited, unlimited, delayed].map((part) => part(stack, short, site)))
    return parts.flat()
  },
}
