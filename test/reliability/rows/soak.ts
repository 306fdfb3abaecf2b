/** R20: captures and pages for half an hour. */
import { setTimeout as sleep } from 'node:timers/promises'
import { cataloguePages, type CatalogueSize } from '../../bench/labs/catalogue.ts'
import { allOf, atMost, reported, type Mark } from '../../bench/labs/lab.ts'
import { startPagesSite } from '../../bench/labs/pages-site.ts'
import { html, startFixture } from '../../browser/fixture-server.ts'
import { until } from '../../browser/pool-lab.ts'
import { childrenOf, descriptorsOf, renderersOf, usualBrowsers } from '../../browser/worker-browsers.ts'
import { slopePerHour, type Sample } from '../memory-slope.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row } from '../row.ts'

interface Form {
  /** Duration of the captures and crawls, which are spread over it, milliseconds. */
  lastsMs: number
  captures: number
  crawls: number
  size: CatalogueSize
  /** Period at the beginning that is excluded from the memory check, milliseconds. */
  warmUpMs: number
  sampleMs: number
}

/** 20 crawls of 1,000 pages. */
const full: Form = {
  lastsMs: 30 * 60_000,
  captures: 2_000,
  crawls: 20,
  size: { shelves: 39, parts: 960, sheets: 0 },
  warmUpMs: 10 * 60_000,
  sampleMs: 5_000,
}
const shortened: Form = {
  lastsMs: 6_000,
  captures: 10,
  crawls: 2,
  size: { shelves: 4, parts: 35, sheets: 0 },
  warmUpMs: 0,
  sampleMs: 200,
}
const slopeMaxMib = 50
const captureTimeoutMs = 30_000
const jobTimeoutMs = 600_000
/** Time for used resources to be released, milliseconds. */
const settleMs = 60_000
/** Kept connections: to Temporal, the store, the gateway and between workers. */
const keptDescriptorsMax = 40

const parts = ['gateway', 'scrapeWorker', 'browserWorker'] as const
type PartName = (typeof parts)[number]

/** Makes calls at even intervals. @param lastsMs from the first call until after the last, milliseconds. */
async function spread(count: number, lastsMs: number, work: () => Promise<void>): Promise<void> {
  const startedMs = performance.now()
  const all: Promise<void>[] = []
  for (let at = 0; at < count; at += 1) {
    await sleep(Math.max(0, startedMs + (at * lastsMs) / count - performance.now()))
    all.push(work())
  }
  await Promise.all(all)
}

interface Held {
  descriptors: Record<PartName, number>
  browsers: number
  renderers: number
}

async function heldBy({ t }: ReliabilityStack): Promise<Held> {
  const pid = (part: PartName): number => t.stack.file.pids[part] ?? 0
  const counts = await Promise.all(parts.map(async (part) => [part, await descriptorsOf(pid(part))] as const))
  return {
    descriptors: Object.fromEntries(counts) as Record<PartName, number>,
    browsers: usualBrowsers(await childrenOf(pid('browserWorker'))).length,
    renderers: (await renderersOf(pid('browserWorker'))).length,
  }
}

/** Whether no more is held than before, apart from kept connections. */
const isBack = (now: Held, before: Held): boolean =>
  parts.every((part) => now.descriptors[part] <= before.descriptors[part] + keptDescriptorsMax) &&
  now.browsers <= before.browsers &&
  now.renderers <= before.renderers

function leakMarks(before: Held, after: Held): Mark[] {
  const more = (part: PartName): number => Math.max(0, after.descriptors[part] - before.descriptors[part])
  return [
    ...parts.map((part) => atMost(`${part}: files and sockets beyond those before`, more(part), keptDescriptorsMax)),
    atMost('browsers beyond those before', Math.max(0, after.browsers - before.browsers), 0),
    atMost('renderers beyond those before', Math.max(0, after.renderers - before.renderers), 0),
  ]
}

export const soakRow: Row = {
  id: 'R20',
  name: 'Soak',
  method:
    '2,000 captures and 20 crawls of 1,000 pages, spread evenly over 30 minutes. Resident memory is read every 5 s; the slope is that of the line of least squares after the first 10 minutes.',
  counted:
    'Rise of the memory of gateway and workers; open files, sockets, browsers and renderers afterwards beyond those after a first capture and crawl.',
  passMark: 'At most 50 MB an hour after warm-up; no context, socket or file leaked',
  timeoutMs: 45 * 60_000,
  async run({ short, ownStack, atEnd }) {
    const form = short ? shortened : full
    const stack = await ownStack({})
    const pages = cataloguePages(form.size)
    const site = await startPagesSite(pages)
    const page = await startFixture({ '/': html('<title>Plain</title><h1>Plain</h1><script>fetch("/")</script>') })
    atEnd(async () => await Promise.all([site.close(), page.close()]))
    for (const url of [site.url, page.origin]) await stack.allow(url)
    const done = { captures: 0, pages: 0, failed: 0 }
    const capture = async (): Promise<void> => {
      const body = { url: `${page.origin}/`, timeout: captureTimeoutMs }
      const answer = await stack.attacker.post('/browser/network', body)
      done.captures += Number(answer.status === 200 && answer.body['success'] === true)
    }
    const crawl = async (): Promise<void> => {
      const id = await stack.t.api.start({
        url: site.url,
        limit: 2 * pages.size,
        sitemap: 'skip',
        output: ['markdown'],
      })
      const { completed, failed } = await stack.t.api.watch(id, undefined, jobTimeoutMs)
      done.pages += completed
      done.failed += failed
    }
    // As many at once as make the worker start all its browsers.
    await Promise.all([...Array.from({ length: 4 }, capture), crawl()])
    const before = await heldBy(stack)
    Object.assign(done, { captures: 0, pages: 0, failed: 0 })

    const samples = new Map<PartName, Sample[]>(parts.map((part) => [part, []]))
    const startedMs = performance.now()
    const timer = setInterval(() => {
      const atMs = performance.now() - startedMs
      for (const part of parts) samples.get(part)!.push({ atMs, value: stack.memoryOf(part) / 2 ** 20 })
    }, form.sampleMs)
    atEnd(async () => clearInterval(timer))
    await Promise.all([spread(form.captures, form.lastsMs, capture), spread(form.crawls, form.lastsMs, crawl)])
    clearInterval(timer)
    let after = await heldBy(stack)
    await until('nothing is held', async () => isBack((after = await heldBy(stack)), before), settleMs).catch(
      () => null,
    )

    return [
      allOf('captures', done.captures, form.captures),
      allOf('pages', done.pages, form.crawls * pages.size),
      reported('time', `${((performance.now() - startedMs) / 60_000).toFixed(1)} min`),
      ...parts.flatMap((part) => slopeMarks(part, samples.get(part)!, form, short)),
      ...leakMarks(before, after),
    ]
  },
}

/** @param short a run of seconds has no hourly slope: it is reported without a pass mark. */
function slopeMarks(part: PartName, all: readonly Sample[], { warmUpMs }: Form, short: boolean): Mark[] {
  const warm = all.filter(({ atMs }) => atMs >= warmUpMs)
  const slope = slopePerHour(warm)
  const [first = 0, last = 0] = [warm[0]?.value, warm.at(-1)?.value]
  const what = `${part}: rise of memory`
  return [
    reported(`${part}: memory after warm-up and at the end`, `${first.toFixed(0)} and ${last.toFixed(0)} MiB`),
    ...(short ? [] : [atMost(what, slope, slopeMaxMib, ' MiB an hour')]),
  ]
}
