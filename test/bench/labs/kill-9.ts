/**
 * Lab: the worker is killed with SIGKILL repeatedly, during the crawl and while the archive is written. The supervisor
 * restarts it; no page may be lost or duplicated.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Archive } from '../../stack/api-client.ts'
import type { BenchContext } from '../bench-context.ts'
import type { BenchStack } from '../seine/bench-stack.ts'
import { cataloguePages } from './catalogue.ts'
import { allOf, atMost, holds, reported, type LabResult, type Mark } from './lab.ts'
import { repeatsAllowed } from './kill-repeats.ts'
import { endLabJob, pageRequests, pathOf, resultsAmong, startLabJob } from './lab-job.ts'
import type { LabSite } from './lab-site.ts'
import { startPagesSite } from './pages-site.ts'

/** 500 pages. */
const pages = cataloguePages({ shelves: 20, parts: 479, sheets: 0 })
/** Page counts at which the worker is killed. */
const killsAfter = [40, 130, 220, 310, 400]
const pageDelayMs = 25
const pollMs = 10
/** Longest allowed time from a kill to the next request, seconds. */
const gapMaxSeconds = 30

/** The last observed state of a running crawl. */
interface Course {
  done: number
  over: boolean
}

/** Waits until the condition holds. @returns false when the job ends before. */
async function reached(course: Course, condition: () => boolean): Promise<boolean> {
  while (!condition()) {
    if (course.over) return false
    await delay(pollMs)
  }
  return true
}

/** Kills the worker and waits for its successor, so that the next kill hits a running process. */
async function kill({ stack }: BenchStack): Promise<number> {
  const atMs = performance.now()
  await stack.part('scrapeWorker').kill('SIGKILL')
  await stack.part('scrapeWorker').ready()
  return atMs
}

/** Kills the worker each time enough pages have been requested. @returns the times, `performance.now()`. */
async function killInCrawl(bench: BenchStack, site: LabSite, course: Course): Promise<number[]> {
  const killed: number[] = []
  for (const count of killsAfter) {
    const served = (): number => new Set(pageRequests(site.requests).map(({ path }) => path)).size
    if (!(await reached(course, () => served() >= count))) break
    killed.push(await kill(bench))
  }
  return killed
}

/** Kills the worker as soon as every page is done. @returns whether the job was still running then. */
async function killInArchive(bench: BenchStack, course: Course): Promise<boolean> {
  if (!(await reached(course, () => course.done >= pages.size))) return false
  if (course.over) return false
  await kill(bench)
  return true
}

/** Returns the longest time from a kill to the next request for a page, seconds. */
function longestGap(killed: readonly number[], site: LabSite): number {
  const asked = pageRequests(site.requests).map(({ atMs }) => atMs)
  const gaps = killed.map((atMs) => (asked.find((time) => time > atMs) ?? atMs) - atMs)
  return Math.max(0, ...gaps) / 1_000
}

function judgeResult(archive: Archive | null): Mark[] {
  const entries = archive?.manifest.pages ?? []
  const lines = (archive?.ledger ?? []).filter(({ url }) => pages.has(pathOf(url)))
  const scraped = lines.filter(({ state }) => state === 'scraped').length
  const missed = lines.filter(({ state }) => state !== 'scraped').map(({ state, reason }) => `${state} ${reason ?? ''}`)
  const kinds = [...Map.groupBy(missed, (kind) => kind)].map(([kind, all]) => `${all.length} ${kind}`)
  return [
    allOf('pages', resultsAmong(archive, new Set(pages.keys())), pages.size),
    holds('entries in the manifest', String(entries.length), String(pages.size), entries.length === pages.size),
    holds(
      'lines scraped in the ledger',
      String(scraped),
      String(pages.size),
      scraped === pages.size && lines.length === pages.size,
    ),
    reported('pages without a result', kinds.length === 0 ? 'none' : kinds.join(', ')),
  ]
}

export async function killLab(bench: BenchStack, _context: BenchContext): Promise<LabResult[]> {
  const site = await startPagesSite(pages, pageDelayMs)
  try {
    const startedMs = performance.now()
    const id = await startLabJob(bench, site, { heartbeatTimeoutSecs: 5 })
    const course: Course = { done: 0, over: false }
    const ended = endLabJob(bench, id, startedMs, ({ completed, failed, completedAt }) => {
      course.done = completed + failed
      course.over = completedAt !== undefined && completedAt !== null
    })
    // A lost job ends the wait; the reason is thrown below.
    ended.catch(() => {
      course.over = true
    })
    const killed = await killInCrawl(bench, site, course)
    const inArchive = await killInArchive(bench, course)
    const { archive, wallMs } = await ended
    const fetches = pageRequests(site.requests).length
    return [
      {
        title: `kill-9: ${pages.size} pages`,
        marks: [
          ...judgeResult(archive),
          allOf('kills in the crawl', killed.length, killsAfter.length),
          holds('kill while the archive was made', inArchive ? 'yes' : 'no', 'yes', inArchive),
          atMost('pages fetched again', fetches - pages.size, repeatsAllowed(killed, site)),
          atMost('longest gap after a kill', longestGap(killed, site), gapMaxSeconds, ' s'),
          reported('time', `${(wallMs / 1_000).toFixed(1)} s`),
        ],
      },
    ]
  } finally {
    await site.close()
  }
}
