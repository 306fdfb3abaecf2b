/** R42: very many jobs on sites that set a crawl-delay. */
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/browser/browser-figures.ts'
import { allOf, atMost, holds, reported } from '../../bench/labs/lab.ts'
import { ProcessMeter } from '../../bench/processes/process-meter.ts'
import { startExtraWorker } from '../../stack/extra-worker.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import { startLoopbackSites } from '../loopback-sites.ts'
import type { Row, RowContext } from '../row.ts'

const jobs = 1_000
const shortJobs = 6
const crawlDelaySeconds = 10
const shortCrawlDelaySeconds = 2
const watchedSeconds = 180
const shortWatchedSeconds = 6
const pagesPerSite = 1_000
const answerMs = 50
const startsAtOnce = 8
/** A cancel waits for its job's end; the gateway processes only a few per tenant at a time. */
const endsAtOnce = 64
/** From the last start to the first counted request, milliseconds: slices grow as more of a site is known. */
const warmUpMs = 60_000
const shortWarmUpMs = 4_000
/** Allowed excess of the time between two requests over the crawl-delay, as a share of it. */
const latenessMax = 0.15
/** Shortened forms run beside other tests. */
const shortLatenessMax = 1.5
/** How much of the crawl-delay a pause may lack when the request before it arrived late, as a share. */
const earlinessMax = 0.1
const shortEarlinessMax = 0.5

export const politeJobsRow: Row = {
  id: 'R42',
  name: 'Very many polite jobs',
  alone: true,
  method:
    'Two scrape workers, 1,000 crawls of hosts whose robots.txt asks for a crawl-delay of 10 s; watched for three minutes.',
  counted: 'Requests of each host, and the time between two of them.',
  passMark:
    'Every host is asked; no pause more than a tenth shorter than the crawl-delay; the mean at most 15 % longer',
  stack: {
    browser: false,
    environment: {
      SEINE_LIMIT_STARTS_PER_MINUTE: '100000',
      SEINE_LIMIT_READS_PER_MINUTE: '100000',
      SEINE_LIMIT_CONCURRENT_JOBS: '10000',
    },
  },
  async run({ short, ownStack, atEnd }: RowContext) {
    const delaySeconds = short ? shortCrawlDelaySeconds : crawlDelaySeconds
    const count = short ? shortJobs : jobs
    const sites = await startLoopbackSites({ pagesPerSite, crawlDelaySeconds: delaySeconds, answerMs })
    atEnd(async () => await sites.close())
    const stack = await ownStack({ egressAllow: [sites.allow] })
    const second = startExtraWorker(stack.t, { SEINE_EGRESS_ALLOW: sites.allow, SEINE_OPS_PORT: '0' })
    atEnd(async () => await second.stop())
    await second.says('is polling')

    const paths: string[] = []
    await eachOf(Array.from({ length: count }), startsAtOnce, async (_, site) => {
      const { status, body, text } = await stack.attacker.post('/crawl', { url: sites.url(site), sitemap: 'skip' })
      if (status !== 202) throw new Error(`a crawl was refused: ${text.slice(0, 300)}`)
      paths.push(`/crawl/${String(body['id'])}`)
    })
    await sleep(short ? shortWarmUpMs : warmUpMs)
    const { temporal, scrapeWorker, objectStore } = stack.t.stack.file.pids
    const meter = new ProcessMeter({
      temporal: temporal ?? 0,
      'object store': objectStore ?? 0,
      'worker 1': scrapeWorker ?? 0,
      'worker 2': second.pid ?? 0,
    })
    const fromMs = performance.now()
    await sleep((short ? shortWatchedSeconds : watchedSeconds) * 1_000)
    const untilMs = performance.now()
    const { processes } = meter.stop()
    await eachOf(paths, endsAtOnce, async (path) => void (await stack.attacker.ask('DELETE', path)))
    let ended = 0
    await eachOf(paths, endsAtOnce, async (path) => {
      if ((await stack.jobEnd(stack.attacker, path, 120_000)) !== null) ended += 1
    })

    const watched = [...sites.pages.values()].map((times) => times.filter((atMs) => atMs >= fromMs && atMs < untilMs))
    const gaps = [...sites.pages.values()].flatMap((times) =>
      times.slice(1).flatMap((atMs, at) => (atMs >= fromMs && atMs < untilMs ? [(atMs - times[at]!) / 1_000] : [])),
    )
    const meanSeconds = gaps.reduce((sum, gap) => sum + gap, 0) / Math.max(1, gaps.length)
    const shortest = Math.min(...gaps)
    const least = delaySeconds * (1 - (short ? shortEarlinessMax : earlinessMax))
    const most = delaySeconds * (1 + (short ? shortLatenessMax : latenessMax))
    return [
      allOf('hosts that were asked', watched.filter((times) => times.length > 0).length, count),
      atMost('mean time between two requests of a host', meanSeconds, most, ' s'),
      // A request that arrives late on a busy machine shortens the pause after it.
      holds('shortest', `${shortest.toFixed(2)} s`, `at least ${least} s`, shortest >= least),
      reported('99th percentile', `${percentile(gaps, 0.99).toFixed(1)} s`),
      reported('pages', String(watched.reduce((sum, times) => sum + times.length, 0))),
      ...processes.map(({ name, cpuMs, peakRssBytes }) =>
        reported(
          name,
          `${((100 * cpuMs) / (untilMs - fromMs)).toFixed(0)} % of a core, ${Math.round(peakRssBytes / 1024 ** 2)} MiB`,
        ),
      ),
      allOf('jobs that ended when they were cancelled', ended, count),
    ]
  },
}
