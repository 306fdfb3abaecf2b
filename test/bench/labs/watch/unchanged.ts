/** Lab: what a run of a watch over pages that have not changed costs, beside the first run over the same pages. */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import { createWatch, makeRun } from '../../../stack/watch-runs.ts'
import type { BenchContext } from '../../bench-context.ts'
import { ProcessMeter } from '../../processes/process-meter.ts'
import type { BenchStack } from '../../seine/bench-stack.ts'
import { allOf, atMost, reported, type LabResult } from '../lab.ts'

/** Highest share of the CPU of the first run, per cent. */
const shareMaxPercent = 20

const words = ['harbour', 'crane', 'berth', 'tide', 'rope', 'quay', 'mast', 'keel', 'buoy', 'pilot', 'winch', 'hull']

/** Returns a page of about the wanted size with sentences of its own. */
function pageOf(no: number, bytes: number, links: string): string {
  const head = `<!doctype html><html lang="en"><head><title>Page ${no}</title></head><body><main><h1>Page ${no}</h1>`
  const paragraphs: string[] = []
  let length = head.length + links.length
  for (let at = 0; length < bytes; at += 1) {
    const hash = createHash('md5').update(`${no} ${at}`).digest()
    const text = [...hash, ...hash].map((byte) => words[byte % words.length]).join(' ')
    const paragraph = `<p class="text">Entry ${no}-${at}: ${text}.</p>`
    paragraphs.push(paragraph)
    length += paragraph.length
  }
  return `${head}${paragraphs.join('')}</main><nav>${links}</nav></body></html>`
}

interface UnchangedSite {
  url: string
  /** Number of answers by status. */
  statuses: Map<number, number>
  /** Whether answers have validators. */
  hasValidators: boolean
  close: () => Promise<void>
}

async function startSite(pages: number, bytes: number): Promise<UnchangedSite> {
  const links = Array.from({ length: pages - 1 }, (_, at) => `<a href="/page/${at + 1}">page ${at + 1}</a>`).join(' ')
  const bodies = new Map<string, { body: Buffer; etag: string }>()
  for (let no = 0; no < pages; no += 1) {
    const body = Buffer.from(pageOf(no, bytes, no === 0 ? links : '<a href="/">start</a>'))
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    bodies.set(no === 0 ? '/' : `/page/${no}`, { body, etag })
  }
  const statuses = new Map<number, number>()
  const site = { hasValidators: true, statuses }
  const server = createServer((request, response) => {
    const page = bodies.get(request.url ?? '')
    const isKnown = site.hasValidators && page !== undefined && request.headers['if-none-match'] === page.etag
    const status = page === undefined ? 404 : isKnown ? 304 : 200
    if (page !== undefined) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const validators = page === undefined || !site.hasValidators ? {} : { etag: page.etag }
    response.writeHead(status, status === 304 ? validators : { 'content-type': 'text/html', ...validators })
    response.end(status === 200 ? page!.body : undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(site, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

interface Cost {
  /** CPU of the scrape worker, milliseconds. */
  workerMs: number
  wallMs: number
  same: number
  statuses: Map<number, number>
}

/** Makes a run and measures it. */
async function costOf(bench: BenchStack, site: UnchangedSite, id: string): Promise<Cost> {
  site.statuses.clear()
  const meter = new ProcessMeter({ worker: bench.pids()['scrapeWorker']! })
  const startedMs = performance.now()
  const run = await makeRun(bench.api, id)
  const wallMs = performance.now() - startedMs
  const [worker] = meter.stop().processes
  const { same } = run['counts'] as { same: number }
  return { workerMs: worker!.cpuMs, wallMs, same, statuses: new Map(site.statuses) }
}

const told = ({ workerMs, wallMs }: Cost): string => `${Math.round(workerMs)} ms CPU, ${(wallMs / 1_000).toFixed(1)} s`

/** Runs the lab. */
export async function unchangedLab(bench: BenchStack, context: BenchContext): Promise<LabResult[]> {
  const { watchLabPages: pages, watchLabPageBytes: bytes } = benchLimits
  const site = await startSite(pages, bytes)
  try {
    await bench.allow(site.url)
    const id = await createWatch(bench.api, { crawl: { url: site.url, sitemap: 'skip', limit: pages + 10 } })
    const first = await costOf(bench, site, id)
    context.signal.throwIfAborted()
    const answered = await costOf(bench, site, id)
    context.signal.throwIfAborted()
    site.hasValidators = false
    const alike = await costOf(bench, site, id)
    return [
      {
        title: `watch: ${pages} unchanged pages of ${bytes / 1_024} KB, CPU of the scrape worker`,
        marks: [
          reported('first run', told(first)),
          reported('run of answers 304', told(answered)),
          reported('run of equal bytes', told(alike)),
          allOf('answers 304', answered.statuses.get(304) ?? 0, pages),
          allOf('pages the same', answered.same, pages),
          allOf('pages the same by their bytes', alike.same, pages),
          reported('CPU of a page that answers 304, with its archive', `${(answered.workerMs / pages).toFixed(1)} ms`),
          atMost('share of the first run, 304', (100 * answered.workerMs) / first.workerMs, shareMaxPercent, ' %'),
          atMost('share of the first run, equal bytes', (100 * alike.workerMs) / first.workerMs, shareMaxPercent, ' %'),
        ],
      },
    ]
  } finally {
    await site.close()
  }
}
