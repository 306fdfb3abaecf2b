/**
 * Measures the speed and cost of writing a WACZ file: `node test/bench/wacz.ts [PAGES] [RESOURCES_PER_PAGE]
 * [BYTES_PER_RESOURCE]`, bytes as they are stored. The store is simulated: recorded exchanges are generated when they
 * are read, parts are discarded, so that time and memory are those of the writer. Give Node.js the flags of workers
 * (`--max-semi-space-size=4`).
 */
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { SpoolSpace } from '@seine/activities/archive/files/spool-space.ts'
import { writeWacz } from '@seine/activities/archive/wire/write-wacz.ts'
import { frontierOptionsOf } from '@seine/activities/frontier/state/frontier-options.ts'
import { FrontierState } from '@seine/activities/frontier/state/frontier-state.ts'
import { wireObject } from '@seine/activities/wire/wire-object.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { StoredPart } from '@seine/shared/storage/part-uploads.ts'

const [pagesText = '10000', resourcesText = '1', bytesText = '50000'] = process.argv.slice(2)
const pages = Number(pagesText)
const resources = Number(resourcesText)
/** About 8 MB of records, as slices store them. */
const pagesPerObject = Math.max(1, Math.floor(8_000_000 / (resources * Number(bytesText))))
const member = gzipSync(randomBytes(Number(bytesText)))
/** Largest growth of resident memory, bytes. */
const growthMax = 200e6

const digestOf = (): string => `sha256:${randomBytes(32).toString('hex')}`

class MadeUpStore extends MemoryStore {
  written = 0
  override readonly uploads = {
    begin: async () => await Promise.resolve('upload'),
    put: async (_: unknown, number: number, bytes: Uint8Array) => {
      this.written += bytes.byteLength
      return await Promise.resolve(String(number))
    },
    parts: async (): Promise<StoredPart[]> => await Promise.resolve([]),
    complete: async () => await Promise.resolve(true),
    abort: async () => await Promise.resolve(),
    open: async () => await Promise.resolve([]),
  } as never
  override async list(): Promise<string[]> {
    return await Promise.resolve(Array.from({ length: Math.ceil(pages / pagesPerObject) }, (_, at) => String(at)))
  }
  override async get(key: string): Promise<Uint8Array | null> {
    const first = Number(key) * pagesPerObject
    const entries = Array.from({ length: Math.min(pagesPerObject, pages - first) * resources }, (_, at) => ({
      bytes: member.byteLength,
      answer: {
        url: `https://site.test/section-${at % 40}/page-${first + Math.floor(at / resources)}/part-${at % resources}.html?v=1`,
        date: new Date(Date.UTC(2026, 0, 1) + at).toISOString(),
        status: 200,
        mime: 'text/html',
        digest: digestOf(),
      },
    }))
    return await Promise.resolve(
      wireObject(
        entries,
        entries.map(() => member),
      ),
    )
  }
}

const input = crawlJobInput({ output: ['markdown'], archive: ['wacz'] })
const store = new MadeUpStore()
const state = new FrontierState(frontierOptionsOf(input), input.url)
const before = process.memoryUsage().rss
let peak = before
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss)
}, 50)
const cpu = process.cpuUsage()
const startedAtMs = performance.now()
await writeWacz({
  store,
  input,
  state,
  facts: { completedAt: input.createdAt },
  // oxlint-disable-next-line typescript/require-await -- there are no records
  records: async function* () {},
  damaged: () => undefined,
  space: new SpoolSpace(2 ** 40),
})
const seconds = (performance.now() - startedAtMs) / 1_000
const { user, system } = process.cpuUsage(cpu)
clearInterval(sampling)
const mib = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MiB`
process.stdout.write(
  [
    `${pages} pages, ${pages * resources} exchanges of ${bytesText} bytes: ${seconds.toFixed(1)} s, written ${mib(store.written)}`,
    `${((user + system) / 1_000 / pages / resources).toFixed(3)} ms of CPU an exchange, generation included`,
    `RSS ${mib(before)} before, ${mib(peak)} at most`,
    '',
  ].join('\n'),
)
if (peak - before > growthMax) process.exitCode = 1
