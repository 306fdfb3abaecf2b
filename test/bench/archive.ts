/**
 * Measures the speed and cost of writing archives: `node test/bench/archive.ts [crawl|batch|parquet] [PAGES]
 * [BYTES_PER_PAGE] [FORMATS]`; `parquet` is the Parquet file of a crawl, and fails when it takes more memory than its
 * pass mark; give Node.js the flags of workers then (`--max-semi-space-size=4`). The store is simulated: segments are generated when they are read, parts are discarded, so that time and
 * memory are those of the writer.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { frontierOptionsOf } from '@seine/activities/frontier/state/frontier-options.ts'
import { FrontierState } from '@seine/activities/frontier/state/frontier-state.ts'
import { batchLedgerLines, batchLines } from '@seine/activities/archive/ledger/batch-lines.ts'
import { writeLedger } from '@seine/activities/archive/ledger/ledger-chunks.ts'
import { ledgerLines } from '@seine/activities/archive/ledger/ledger.ts'
import { SpoolSpace } from '@seine/activities/archive/files/spool-space.ts'
import { jobRecords } from '@seine/activities/archive/job-segments.ts'
import { LostResults } from '@seine/activities/archive/ledger/lost-results.ts'
import { writeParquet } from '@seine/activities/archive/parquet/write-parquet.ts'
import { writeBatchArchives } from '@seine/activities/archive/write-batch-archives.ts'
import { writeCrawlArchives } from '@seine/activities/archive/write-crawl-archives.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import type { BatchJobInput, CrawlJobInput, JobInput } from '@seine/shared/tasks/job-input.ts'
import { textFormats } from '@seine/shared/tasks/formats.ts'
import { batchJobInput } from '@seine/shared/api/testing/batch-job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { PartUploads, StoredPart } from '@seine/shared/storage/part-uploads.ts'

const [kind = 'crawl', pagesText = '10000', bytesText = '20000', formatsText = 'markdown'] = process.argv.slice(2)
const pages = Number(pagesText)
const pageBytes = Number(bytesText)
/** Largest resident memory while a Parquet file of 10,000 rows of 50 KB is written, bytes. */
const parquetRssMax = 300e6
const output = textFormats.filter((format) => formatsText.split(',').includes(format))
const pagesPerSegment = Math.max(1, Math.min(50, Math.floor(2_000_000 / (pageBytes * output.length))))

/** Prose-like text that compresses about as well as real pages. */
function makeText(seed: number): string {
  let random = seed + 1
  const next = (below: number): number => {
    random = (random * 48_271) % 2_147_483_647
    return random % below
  }
  const vocabulary = Array.from({ length: 4_000 }, () =>
    next(36 ** 6)
      .toString(36)
      .slice(next(3)),
  )
  let text = ''
  while (text.length < pageBytes) text += `${vocabulary[Math.min(next(4_000), next(4_000))]} `
  return text.slice(0, pageBytes)
}

const texts = Array.from({ length: 8 }, (_, at) => makeText(at))
const urlOf = (seq: number): string => `https://site.test/section-${seq % 40}/page-${seq}.html`
const segmentCount = Math.ceil(pages / pagesPerSegment)
// Pages finish in an order other than that of the list.
const seqOf = (at: number): number => (at * 7_919) % pages

async function segment(index: number): Promise<Buffer> {
  const from = index * pagesPerSegment
  const size = Math.min(pagesPerSegment, pages - from)
  const lines: Buffer[] = []
  for (let at = 0; at < size; at += 1) {
    lines.push(Buffer.from(`${at === 0 ? '' : '\n'}${JSON.stringify(recordOf(seqOf(from + at)))}`))
    await nextTurn()
  }
  return Buffer.concat(lines)
}

const linksOf = (seq: number): string[] => Array.from({ length: 30 }, (_, at) => urlOf((seq * 31 + at * 97) % pages))

function recordOf(seq: number): PageRecord {
  const text = texts[seq % texts.length]!
  const url = urlOf(seq)
  const attempt = { index: 1, strategy: 'http_basic', engine: 'http', proxy_tier: 'none', error: null } as const
  const answer = {
    started_at: '2026-01-01T00:00:00.000Z',
    elapsed_ms: 100,
    http_status: 200,
    bytes_received: pageBytes,
  }
  return {
    seq,
    index: seq,
    url,
    finalUrl: url,
    status: 200,
    success: true,
    code: null,
    message: null,
    contentType: 'text/html; charset=utf-8',
    title: `Page ${seq}`,
    fetchedAt: answer.started_at,
    attempts: [
      {
        ...attempt,
        ...answer,
        success: true,
        outcome: 'success',
      },
    ],
    extractor: 'main-element',
    warnings: [],
    links: [],
    linksDropped: 0,
    sketch: null,
    linksOnly: false,
    outputs: Object.fromEntries(output.map((format) => [format, format === 'links' ? linksOf(seq) : text])),
  }
}

class Drain implements PartUploads {
  bytes = 0
  async begin(): Promise<string> {
    return await Promise.resolve('upload')
  }
  async put(_: unknown, number: number, bytes: Uint8Array): Promise<string> {
    this.bytes += bytes.byteLength
    return await Promise.resolve(String(number))
  }
  async parts(): Promise<StoredPart[] | null> {
    return await Promise.resolve([])
  }
  async complete(): Promise<boolean> {
    return await Promise.resolve(true)
  }
  async abort(): Promise<void> {}
  async open(): Promise<[]> {
    return await Promise.resolve([])
  }
}

class MadeUpStore extends MemoryStore {
  override readonly uploads = new Drain() as never
  override async get(key: string): Promise<Uint8Array | null> {
    return await segment(Number(key))
  }
  override async put(): Promise<void> {
    await Promise.resolve()
  }
}

const input: JobInput =
  kind === 'batch' ? batchJobInput({ output: output, lines: pages }) : crawlJobInput({ output: output, limit: 10_000 })
const state = new FrontierState(frontierOptionsOf(input), input.url)
for (let seq = 0; seq < pages; seq += 1) state.add({ url: urlOf(seq), depth: 1, parent: 0, state: 'scraped' })
const known = kind === 'crawl' ? frontierLimits.entriesMax : pages
for (let seq = pages; seq < known; seq += 1) {
  state.add({ url: `https://other.test/${seq}`, depth: 2, parent: 0, state: 'out_of_scope' })
}
state.merge(
  0,
  Array.from({ length: segmentCount }, (_, at) => String(at)),
)
state.takeOps()

const store = new MadeUpStore()
globalThis.gc?.()
const before = process.memoryUsage().rss
let peak = process.memoryUsage()
const sampling = setInterval(() => {
  const usage = process.memoryUsage()
  if (usage.rss > peak.rss) peak = usage
}, 50)
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const cpu = process.cpuUsage()
const startedAtMs = performance.now()
await write(input)
const seconds = (performance.now() - startedAtMs) / 1_000
const { user, system } = process.cpuUsage(cpu)
clearInterval(sampling)

async function write(job: JobInput): Promise<void> {
  if (job.kind === 'batch') {
    await writeBatch(job)
    return
  }
  await writeLedger(store, job, ledgerLines(state))
  if (kind === 'parquet') {
    const lost = new LostResults()
    const records = () => jobRecords(store, state, lost.damaged)
    await writeParquet({ store, input: job, state, list: null, records, lost })
    return
  }
  await writeCrawl(job)
}

async function writeCrawl(job: CrawlJobInput): Promise<void> {
  const counters = { total: pages, completed: pages, failed: 0 }
  const names = { id: job.id, kind: job.kind, tenant: job.tenant, url: job.url }
  const times = { createdAt: job.createdAt, completedAt: job.createdAt, expiresAt: job.createdAt, duration: 1 }
  const facts = { ...names, ...times, ...counters, status: 'completed', limit: job.limit, error: null } as const
  const results = { store, input: job, state, job: { ...facts, tag: [], warnings: [] }, lost: new LostResults() }
  await writeCrawlArchives(results, job.output)
}

async function writeBatch(job: BatchJobInput): Promise<void> {
  const lines = batchLines(
    job,
    Array.from({ length: pages }, (_, seq) => urlOf(seq)),
  )
  await writeLedger(store, job, batchLedgerLines(state, lines, 'cancelled'))
  const results = {
    store,
    input: job,
    state,
    lines,
    outcome: { status: 'completed' },
    lost: new LostResults(),
    space: new SpoolSpace(2 ** 40),
  } as const
  await writeBatchArchives(results, job.output)
}

const mib = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MiB`
const figures = [
  `${kind}: ${pages} pages of ${pageBytes} bytes, ${output.join(', ')}: ${seconds.toFixed(1)} s`,
  `${(pages / seconds).toFixed(0)} pages/s, ${((user + system) / 1_000 / pages).toFixed(2)} ms of CPU a page (generation of the pages included)`,
  `written ${mib((store.uploads as unknown as Drain).bytes)}, RSS ${mib(before)} before, ${mib(peak.rss)} at most (heap ${mib(peak.heapUsed)} of ${mib(peak.heapTotal)}, buffers ${mib(peak.arrayBuffers)})`,
  `event loop: p50 ${(delay.percentile(50) / 1e6).toFixed(0)} ms, p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms, most ${(delay.max / 1e6).toFixed(0)} ms`,
]
process.stdout.write(`${figures.join('\n')}\n`)
if (kind === 'parquet' && peak.rss > parquetRssMax) {
  process.stdout.write(`more than ${mib(parquetRssMax)} of memory\n`)
  process.exitCode = 1
}
