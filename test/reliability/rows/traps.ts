/** R19: infinite websites. */
import { atMost, holds, reported, type Mark } from '../../bench/labs/lab.ts'
import { pageRequests } from '../../bench/labs/lab-job.ts'
import { peakDuring, type ReliabilityStack } from '../reliability-stack.ts'
import type { Row } from '../row.ts'
import { startTrapSites, type TrapSite } from '../trap-sites.ts'

const limit = 500
const shortLimit = 10
const links = 100_000
const shortLinks = 2_000
const sitemapFiles = 1_000
const shortSitemapFiles = 100
/** The first round is the warm-up, with whose peak the others are compared. */
const rounds = 4
const shortRounds = 2
const riseMaxPercent = 20
/** The heap of a worker that has just started is still growing. */
const shortRiseMaxPercent = 60
const jobTimeoutMs = 240_000

interface Trapped {
  kind: string
  status: string
  total: number
  requests: number
}

async function crawl({ t }: ReliabilityStack, { kind, site }: TrapSite, most: number): Promise<Trapped> {
  const before = pageRequests(site.requests).length
  const id = await t.api.start({ url: site.url, limit: most, output: ['markdown'] })
  const { status, total } = await t.api.watch(id, undefined, jobTimeoutMs)
  return { kind, status: String(status), total, requests: pageRequests(site.requests).length - before }
}

async function crawlAll(stack: ReliabilityStack, sites: readonly TrapSite[], most: number): Promise<Trapped[]> {
  const crawls: Trapped[] = []
  for (const site of sites) crawls.push(await crawl(stack, site, most))
  return crawls
}

function marksOf(kind: string, crawls: readonly Trapped[], most: number): Mark[] {
  const ends = new Set(crawls.map(({ status }) => status))
  return [
    holds(`${kind}: the crawls`, [...ends].join(', '), 'completed', ends.size === 1 && ends.has('completed')),
    atMost(`${kind}: pages of the largest`, Math.max(...crawls.map(({ total }) => total)), most),
    reported(`${kind}: requests for pages, a crawl`, crawls.map(({ requests }) => requests).join(', ')),
  ]
}

export const trapsRow: Row = {
  id: 'R19',
  name: 'Traps',
  method:
    'Crawls with a limit of 500 of four websites one after the other, four rounds: a calendar in both directions with other endless pages; a catalogue under a new session id in each link; 1,000 sitemap files that list each other; a page with 100,000 links.',
  counted: 'Ends and pages of the crawls; resident memory of the scrape worker, highest of each round.',
  passMark: 'Each stops at its limit; memory flat: no later round above the first by more than 20 %',
  stack: { browser: false },
  async run({ short, ownStack, atEnd }) {
    const stack = await ownStack()
    const sites = await startTrapSites(short ? shortLinks : links, short ? shortSitemapFiles : sitemapFiles)
    atEnd(async () => await Promise.all(sites.map(async ({ site }) => await site.close())))
    for (const { site } of sites) await stack.allow(site.url)
    const most = short ? shortLimit : limit
    const crawls: Trapped[] = []
    const peaks: number[] = []
    for (let round = 0; round < (short ? shortRounds : rounds); round += 1) {
      const { peak, value } = await peakDuring(() => stack.memoryOf('scrapeWorker'), crawlAll(stack, sites, most))
      crawls.push(...value)
      peaks.push(peak / 2 ** 20)
    }
    const [first = 0, ...later] = peaks
    const rise = Math.max(0, ...later.map((peak) => (100 * (peak - first)) / first))
    return [
      ...sites.flatMap(({ kind }) =>
        marksOf(
          kind,
          crawls.filter((each) => each.kind === kind),
          most,
        ),
      ),
      reported('highest memory of each round', `${peaks.map((peak) => peak.toFixed(0)).join(', ')} MiB`),
      atMost('rise over the first round', rise, short ? shortRiseMaxPercent : riseMaxPercent, ' %'),
    ]
  },
}
