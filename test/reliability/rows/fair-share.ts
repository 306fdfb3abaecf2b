/** R41: a small job of one tenant beside very many of another. */
import { setTimeout as sleep } from 'node:timers/promises'
import { allOf, atMost, reported, type Mark } from '../../bench/labs/lab.ts'
import { ProcessMeter } from '../../bench/processes/process-meter.ts'
import type { Caller } from '../caller.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import { startLoopbackSites, type LoopbackSites } from '../loopback-sites.ts'
import type { Row, RowContext } from '../row.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'

const jobs = 200
const shortJobs = 4
const pagesPerSite = 1_000
const answerMs = 20
const tries = 8
const shortTries = 2
/** From the last start to the first measured crawl, milliseconds. */
const warmUpMs = 10_000
const shortWarmUpMs = 1_000
const startsAtOnce = 8
const endsMaxMs = 5_000
/** Shortened forms run beside other tests, on machines with any load. */
const shortEndsMaxMs = 20_000
const shortAloneFactor = 12
const crawlTimeoutMs = 120_000
/** Eight reads per second stay below the default limit of a tenant. */
const manyPollMs = 1_000
/** A site that no other job requests. */
const smallSite = 1_000

/** Starts the crawls of the tenant with very many. @returns the paths of their status. */
async function startMany(caller: Caller, sites: LoopbackSites, count: number): Promise<string[]> {
  const paths: string[] = []
  await eachOf(Array.from({ length: count }), startsAtOnce, async (_, site) => {
    const { status, body, text } = await caller.post('/crawl', { url: sites.url(site), sitemap: 'skip' })
    if (status !== 202) throw new Error(`a crawl was refused: ${text.slice(0, 300)}`)
    paths.push(`/crawl/${String(body['id'])}`)
  })
  return paths
}

/** @returns the duration of a crawl of one page, from its start to its final status, milliseconds. */
async function smallCrawl(stack: ReliabilityStack, url: string): Promise<number> {
  const { caller } = stack.bystander
  const startedAt = performance.now()
  const { status, body, text } = await caller.post('/crawl', { url, limit: 1, sitemap: 'skip' })
  if (status !== 202) throw new Error(`a crawl of one page was refused: ${text.slice(0, 300)}`)
  const end = await stack.jobEnd(caller, `/crawl/${String(body['id'])}`, crawlTimeoutMs)
  return end?.status === 'completed' ? performance.now() - startedAt : Infinity
}

async function smallCrawls(stack: ReliabilityStack, url: string, count: number): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < count; at += 1) times.push(await smallCrawl(stack, url))
  return times
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
const longest = (what: string, times: readonly number[], mostMs: number): Mark =>
  atMost(what, Math.max(...times) / 1_000, mostMs / 1_000, ' s')

export const fairShareRow: Row = {
  id: 'R41',
  name: 'Beside very many jobs',
  alone: true,
  method:
    'One tenant starts 200 crawls of 1,000 pages on hosts of their own; another crawls one page, again and again, while they run and while all of them are cancelled at once.',
  counted: 'From the start of a crawl of one page to its end.',
  passMark: 'At most 5 s each',
  stack: {
    browser: false,
    environment: {
      SEINE_LIMIT_STARTS_PER_MINUTE: '100000',
      SEINE_LIMIT_READS_PER_MINUTE: '100000',
      SEINE_LIMIT_CONCURRENT_JOBS: '10000',
    },
  },
  async run({ short, ownStack, atEnd }: RowContext) {
    const sites = await startLoopbackSites({ pagesPerSite, crawlDelaySeconds: 0, answerMs })
    atEnd(async () => await sites.close())
    const stack = await ownStack({ egressAllow: [sites.allow] })
    const url = sites.url(smallSite)
    const count = short ? shortTries : tries

    await smallCrawl(stack, url)
    const alone = await smallCrawls(stack, url, count)
    const mostMs = short ? Math.max(shortEndsMaxMs, shortAloneFactor * Math.max(...alone)) : endsMaxMs
    const paths = await startMany(stack.attacker, sites, short ? shortJobs : jobs)
    await sleep(short ? shortWarmUpMs : warmUpMs)
    const before = pagesOf(sites)
    const { temporal, objectStore, scrapeWorker, gateway } = stack.t.stack.file.pids
    const meter = new ProcessMeter({
      temporal: temporal ?? 0,
      'object store': objectStore ?? 0,
      'scrape worker': scrapeWorker ?? 0,
      gateway: gateway ?? 0,
    })
    const from = performance.now()
    const beside = await smallCrawls(stack, url, count)
    const besideMs = performance.now() - from
    const { processes } = meter.stop()
    const rate = ((pagesOf(sites) - before) * 1_000) / besideMs

    const cancelFrom = performance.now()
    const during: number[] = []
    const over = new AbortController()
    const watching = (async (): Promise<void> => {
      do during.push(await smallCrawl(stack, url))
      while (!over.signal.aborted)
    })()
    const cancels = paths.map(async (path) => await stack.attacker.ask('DELETE', path))
    const accepted = (await Promise.all(cancels)).filter(({ status }) => status === 200).length
    let ended = 0
    // A few at a time: the status reads must not slow down the other tenant.
    await eachOf(paths, startsAtOnce, async (path) => {
      if ((await stack.jobEnd(stack.attacker, path, crawlTimeoutMs, manyPollMs)) !== null) ended += 1
    })
    const cancelMs = performance.now() - cancelFrom
    over.abort()
    await watching
    return [
      reported('alone', seconds(Math.max(...alone))),
      reported('pages a second of the many', rate.toFixed(0)),
      longest('beside the many', beside, mostMs),
      longest('while they are cancelled', during, mostMs),
      reported('cancels accepted', `${accepted} of ${paths.length}`),
      allOf('jobs that ended', ended, paths.length),
      reported('from the cancels to the last end', seconds(cancelMs)),
      ...processes.map(({ name, cpuMs }) => reported(name, `${((100 * cpuMs) / besideMs).toFixed(0)} % of a core`)),
    ]
  },
}

const pagesOf = ({ pages }: LoopbackSites): number => pages.values().reduce((sum, times) => sum + times.length, 0)
