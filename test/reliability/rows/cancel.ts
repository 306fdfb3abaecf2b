/** R13: jobs are cancelled while they crawl. */
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/browser/browser-figures.ts'
import { allOf, atMost } from '../../bench/labs/lab.ts'
import { htmlAnswer, startLabSite, type LabSite } from '../../bench/labs/lab-site.ts'
import { reliabilityLimits } from '../reliability-limits.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row } from '../row.ts'

const jobs = 50
const shortJobs = 2
/** Number of concurrent jobs: each is cancelled in the middle, not all at once. */
const atOnce = 5
const pageDelayMs = 100
/** Number of pages that a job has requested when it is cancelled. */
const pagesBefore = 5
const endMaxSeconds = 3
/** No request to the site may start later than this after the cancel, milliseconds. */
const quietAfterMs = 2_000
/** The same for a machine that runs other tests as well. */
const shortEndMaxSeconds = 15
const shortQuietAfterMs = 10_000
const watchedMs = 2_000

interface Cancelled {
  seconds: number
  late: number
  isSame: boolean
}

/** A page of an infinite site; each job has its own path. */
const page = (path: string): string => {
  const links = Array.from({ length: 10 }, (_, at) => `<a href="${path.replace(/\/$/, '')}/${at}">${at}</a>`)
  return `<title>${path}</title><p>The page ${path}.</p>${links.join(' ')}`
}

async function cancelOne(stack: ReliabilityStack, site: LabSite, job: number, quietMs: number): Promise<Cancelled> {
  const { t, attacker } = stack
  const root = `/job-${job}/`
  const asked = () => site.requests.filter(({ path }) => path.startsWith(root))
  const url = new URL(root, site.url).href
  const id = await t.api.start({ url, sitemap: 'skip', output: ['markdown'] })
  while (asked().length < pagesBefore) await sleep(reliabilityLimits.jobPollMs)
  const path = `/crawl/${id}`
  const cancelledMs = performance.now()
  await attacker.ask('DELETE', path)
  const end = await stack.jobEnd(attacker, path, reliabilityLimits.callMs)
  const seconds = (performance.now() - cancelledMs) / 1_000
  const again = await attacker.ask('DELETE', path)
  await sleep(Math.max(0, quietMs + watchedMs - (performance.now() - cancelledMs)))
  const after = await stack.jobEnd(attacker, path, reliabilityLimits.callMs)
  const late = asked().filter(({ atMs }) => atMs > cancelledMs + quietMs).length
  const isSame =
    again.status === 200 && again.body['status'] === 'cancelled' && JSON.stringify(after) === JSON.stringify(end)
  return { seconds: end?.status === 'cancelled' ? seconds : Number.POSITIVE_INFINITY, late, isSame }
}

export const cancelRow: Row = {
  id: 'R13',
  name: 'Cancel',
  alone: true,
  method:
    '50 crawls of an endless site whose pages take 100 ms, five at a time; each is cancelled once it has asked for five pages, and cancelled again once it has ended.',
  counted:
    'Time from the cancel to the terminal status; requests to the site that begin more than 2 s after it; what a second cancel changes.',
  passMark: 'Terminal p95 at most 3 s; 0 requests after 2 s; the second cancel has no effect',
  stack: { browser: false },
  async run({ short, ownStack, serve }) {
    const stack = await ownStack()
    const site = await serve(
      stack,
      startLabSite((path) => ({ ...htmlAnswer(page(path)), delayMs: pageDelayMs })),
    )
    const count = short ? shortJobs : jobs
    const quietMs = short ? shortQuietAfterMs : quietAfterMs
    const cancelled: Cancelled[] = []
    let next = 0
    const caller = async (): Promise<void> => {
      while (next < count) cancelled.push(await cancelOne(stack, site, (next += 1), quietMs))
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, count) }, caller))
    const seconds = cancelled.map((each) => each.seconds).toSorted((a, b) => a - b)
    return [
      allOf('jobs that ended cancelled', seconds.filter(Number.isFinite).length, count),
      atMost('terminal, p95', percentile(seconds, 0.95), short ? shortEndMaxSeconds : endMaxSeconds, ' s'),
      atMost(
        `requests after ${quietMs / 1_000} s`,
        cancelled.reduce((sum, { late }) => sum + late, 0),
        0,
      ),
      allOf('second cancel without effect', cancelled.filter(({ isSame }) => isSame).length, count),
    ]
  },
}
