/** Seine under measurement: all of its processes, and a result that is durable and downloadable. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import JSZip from 'jszip'
import type { WorkClass } from '@seine/tools/bench-arguments.ts'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import type { Body } from '../../stack/api-client.ts'
import type { BenchContext } from '../bench-context.ts'
import type { Crawler, CrawlTask } from '../crawl/crawler.ts'
import { startBenchStack, type BenchStack } from './bench-stack.ts'

const format = (workClass: WorkClass): 'html' | 'markdown' => (workClass === 'html' ? 'html' : 'markdown')

export class SeineCrawler implements Crawler {
  readonly name = 'seine'
  readonly title = 'Seine'
  readonly #context: BenchContext
  #running: BenchStack | null = null
  #link: string | undefined

  constructor(context: BenchContext) {
    this.#context = context
  }

  async begin({ url }: CrawlTask): Promise<Record<string, number>> {
    if (this.#running === null) {
      this.#running = await startBenchStack(this.#context)
      await this.#running.allow(url)
      // A stack that has just started still does start-up work.
      await delay(benchLimits.idleWatchMs)
    }
    return this.#running.pids()
  }

  async crawl({ url, pages, workClass }: CrawlTask): Promise<void> {
    const api = this.#running?.api
    if (api === undefined) throw new Error('there is no stack')
    const scrape = { onlyMainContent: workClass === 'main' }
    const id = await api.start({ url, limit: pages, output: [format(workClass)], scrape })
    const final = await this.#finalStatus(async () => await api.status(id))
    if (final.status !== 'completed') throw new Error(`Seine: the job is ${String(final.status)}: ${final.error ?? ''}`)
    this.#link = final.s3PresignedUrls?.[format(workClass)]
  }

  async results({ directory }: CrawlTask): Promise<string[]> {
    const answer = await fetch(this.#link ?? '')
    const bytes = Buffer.from(await answer.arrayBuffer())
    writeFileSync(join(directory, 'archive.zip'), bytes)
    const zip = await JSZip.loadAsync(bytes)
    const pages = Object.values(zip.files).filter(({ name, dir }) => !dir && name.startsWith('pages/'))
    return await Promise.all(pages.map(async (page) => await page.async('string')))
  }

  async end(): Promise<void> {
    this.#link = undefined
  }

  /** The stack is closed with the benchmark. */
  async close(): Promise<void> {}

  async #finalStatus(read: () => Promise<Body>): Promise<Body> {
    const endsAt = performance.now() + benchLimits.crawlTimeoutMs
    for (;;) {
      const body = await read()
      if (body['completedAt'] !== undefined && body['completedAt'] !== null) return body
      if (performance.now() > endsAt) throw new Error(`Seine: the job does not end: ${JSON.stringify(body)}`)
      await delay(benchLimits.statusPollMs)
    }
  }
}
