/** R20: half an hour of mixed work, in whose first minutes workers are killed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { jobPrefix } from '@seine/shared/storage/object-keys.ts'
import { cataloguePages, type CatalogueSize } from '../../bench/labs/catalogue.ts'
import { allOf, atMost, reported, type Mark } from '../../bench/labs/lab.ts'
import { startPagesSite } from '../../bench/labs/pages-site.ts'
import { html, startFixture } from '../../browser/fixture-server.ts'
import { storedJob } from '../../stack/test-stack.ts'
import { createWatch } from '../../stack/watch-runs.ts'
import { heldBy, leakMarks, watchedParts, type WatchedPart } from '../held-resources.ts'
import { slopePerHour, type Sample } from '../memory-slope.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row } from '../row.ts'
import { SoakWork, type SoakCounts } from '../soak-work.ts'
import { fitted } from '../stack-fittings.ts'

interface Form {
  /** Duration of the work, which is spread over it, milliseconds. */
  lastsMs: number
  counts: SoakCounts
  size: CatalogueSize
  /** Pages of each batch and of the watch. */
  batchPages: number
  /** Kills of the scrape worker and of the browser worker, spread over the warm-up. */
  kills: number
  /** Period at the beginning that is excluded from the memory check, milliseconds. */
  warmUpMs: number
  sampleMs: number
}

/** 20 crawls of 1,000 pages. */
const full: Form = {
  lastsMs: 30 * 60_000,
  counts: { captures: 1_500, rendered: 300, crawls: 20, batches: 20, watchRuns: 20 },
  size: { shelves: 39, parts: 960, sheets: 0 },
  batchPages: 50,
  kills: 3,
  warmUpMs: 10 * 60_000,
  sampleMs: 5_000,
}
const shortened: Form = {
  lastsMs: 6_000,
  counts: { captures: 6, rendered: 2, crawls: 1, batches: 1, watchRuns: 1 },
  size: { shelves: 4, parts: 15, sheets: 0 },
  batchPages: 5,
  kills: 1,
  warmUpMs: 0,
  sampleMs: 200,
}
const slopeMaxMib = 50
/** Slices are cut by time too and repeated after a kill, so jobs of the same pages differ by a few objects. */
const objectsRatioMax = 2

/** Kills both workers in turns, at even intervals. */
async function killWorkers({ t }: ReliabilityStack, { kills, warmUpMs, lastsMs }: Form): Promise<void> {
  const pauseMs = (warmUpMs === 0 ? lastsMs : warmUpMs) / (2 * kills + 1)
  for (let kill = 0; kill < kills; kill += 1) {
    for (const part of ['scrapeWorker', 'browserWorker'] as const) {
      await sleep(pauseMs)
      await t.stack.part(part).kill('SIGKILL')
      await t.stack.part(part).ready()
    }
  }
}

export const soakRow: Row = {
  id: 'R20',
  name: 'Soak',
  method:
    '1,500 captures, 300 rendered pages, 20 crawls of 1,000 pages, 20 batches and 20 runs of a watch of 50 pages, spread evenly over 30 minutes; in the first 10 minutes the scrape worker and the browser worker are killed three times each. Resident memory is read every 5 s; the slope is that of the line of least squares after those 10 minutes.',
  counted:
    'Work that succeeds; rise of the memory of gateway and workers; afterwards open files, sockets, browsers, renderers, temporary files, open workflows and objects of running jobs beyond those after a first piece of each work; the longest history; objects of the last crawl.',
  passMark: 'At most 50 MB an hour after warm-up; no context, socket, file, workflow or object leaked',
  stack: { temporary: true },
  timeoutMs: 45 * 60_000,
  async run({ short, ownStack, atEnd }) {
    const form = short ? shortened : full
    const stack = await ownStack()
    const temporary = fitted(stack.fittings.temporary)
    const pages = cataloguePages(form.size)
    const site = await startPagesSite(pages)
    const page = await startFixture({ '/': html('<title>Plain</title><h1>Plain</h1><script>fetch("/")</script>') })
    atEnd(async () => await Promise.all([site.close(), page.close()]))
    for (const url of [site.url, page.origin]) await stack.allow(url)
    const batchUrls = [...pages.keys()].slice(0, form.batchPages).map((path) => new URL(path, site.url).href)
    const watchId = await createWatch(stack.t.api, { batch: { urls: batchUrls } })
    const sites = { crawlUrl: site.url, crawlPages: pages.size, pageUrl: `${page.origin}/`, batchUrls }
    const work = new SoakWork(stack, sites, watchId)
    await work.warmUp()
    const before = await heldBy(stack, temporary)

    const samples = new Map<WatchedPart, Sample[]>(watchedParts.map((part) => [part, []]))
    const startedMs = performance.now()
    const timer = setInterval(() => {
      const atMs = performance.now() - startedMs
      for (const part of watchedParts) samples.get(part)!.push({ atMs, value: stack.memoryOf(part) / 2 ** 20 })
    }, form.sampleMs)
    atEnd(async () => clearInterval(timer))
    await Promise.all([work.run(form.counts, form.lastsMs), killWorkers(stack, form)])
    clearInterval(timer)
    const { counts } = form
    return [
      allOf('captures', work.done.captures, counts.captures),
      allOf('rendered pages', work.done.rendered, counts.rendered),
      allOf('pages', work.done.pages, counts.crawls * pages.size + counts.batches * batchUrls.length),
      allOf('runs of the watch', work.done.watchRuns, counts.watchRuns),
      reported('time', `${((performance.now() - startedMs) / 60_000).toFixed(1)} min`),
      ...watchedParts.flatMap((part) => slopeMarks(part, samples.get(part)!, form, short)),
      ...(await leakMarks(stack, temporary, before)),
      await objectsMark(stack, work.crawls),
    ]
  },
}

/** Compares what the last crawl has in the store with what the first one has. */
async function objectsMark({ t: { store } }: ReliabilityStack, crawls: readonly string[]): Promise<Mark> {
  const [first, last] = [crawls[0] ?? '', crawls.at(-1) ?? '']
  const objectsOf = async (id: string): Promise<number> => (await store.list(jobPrefix(storedJob(id)))).length
  const [then, now] = [await objectsOf(first), await objectsOf(last)]
  return atMost(`objects of the last crawl, by those of the first (${then})`, now / then, objectsRatioMax)
}

/** @param short a run of seconds has no hourly slope: it is reported without a pass mark. */
function slopeMarks(part: WatchedPart, all: readonly Sample[], { warmUpMs }: Form, short: boolean): Mark[] {
  const warm = all.filter(({ atMs }) => atMs >= warmUpMs)
  const slope = slopePerHour(warm)
  const [first = 0, last = 0] = [warm[0]?.value, warm.at(-1)?.value]
  const what = `${part}: rise of memory`
  return [
    reported(`${part}: memory after warm-up and at the end`, `${first.toFixed(0)} and ${last.toFixed(0)} MiB`),
    ...(short ? [] : [atMost(what, slope, slopeMaxMib, ' MiB an hour')]),
  ]
}
