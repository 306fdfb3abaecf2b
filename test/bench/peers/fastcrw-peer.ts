/**
 * fastCRW: a server that keeps everything in memory, called through its Firecrawl-like API. Its limits for requests per
 * second, for connections per host and against loopback addresses are disabled.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { WorkClass } from '@seine/tools/bench-arguments.ts'
import { answersOk, until } from '@seine/tools/stack/readiness.ts'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import type { Crawler, CrawlTask } from '../crawl/crawler.ts'
import { freePort } from '@seine/shared/egress/testing/free-port.ts'
import { peerRecipes } from './peer-recipe.ts'

/** The crawl parameters for each class, and the member of a result that holds its output. */
const asked: Record<WorkClass, { formats: string[]; onlyMainContent: boolean; member: 'rawHtml' | 'markdown' }> = {
  html: { formats: ['rawHtml'], onlyMainContent: false, member: 'rawHtml' },
  markdown: { formats: ['markdown'], onlyMainContent: false, member: 'markdown' },
  main: { formats: ['markdown'], onlyMainContent: true, member: 'markdown' },
}

interface Status {
  status: string
  data?: Partial<Record<'rawHtml' | 'markdown', string>>[]
  next?: string | null
}

const unlimited = 1_000_000

const environment = (port: number): NodeJS.ProcessEnv => ({
  ...process.env,
  RUST_LOG: 'error',
  CRW_SERVER__HOST: '127.0.0.1',
  CRW_SERVER__PORT: String(port),
  CRW_SERVER__RATE_LIMIT_RPS: '0',
  CRW_RENDERER__MODE: 'none',
  CRW_CRAWLER__MAX_CONCURRENCY: String(benchLimits.pagesInFlight),
  CRW_CRAWLER__PER_HOST_MAX_CONCURRENT: String(benchLimits.pagesInFlight),
  CRW_CRAWLER__REQUESTS_PER_SECOND: String(unlimited),
  CRW_ALLOW_LOOPBACK_FOR_TESTS: '1',
})

export class FastCrwPeer implements Crawler {
  readonly name = 'fastcrw'
  readonly title = `fastCRW ${peerRecipes.fastcrw.version}`
  readonly #binary: string
  readonly #requests: () => Promise<number>
  #server: { child: ChildProcess; base: string } | null = null
  #texts: string[] = []

  /**
   * @param directory where it is installed.
   * @param requests returns the number of requests the site has received: a status request to the server itself returns
   *   all results so far each time and would be measured as crawling.
   */
  constructor(directory: string, requests: () => Promise<number>) {
    this.#binary = join(directory, 'bin/crw-server')
    this.#requests = requests
  }

  async begin(): Promise<Record<string, number>> {
    if (this.#server === null) {
      const port = await freePort()
      const child = spawn(this.#binary, [], { env: environment(port), stdio: ['ignore', 'ignore', 'inherit'] })
      this.#server = { child, base: `http://127.0.0.1:${port}` }
      const { base } = this.#server
      await until(() => answersOk(`${base}/health`), AbortSignal.timeout(benchLimits.peerStartTimeoutMs))
    }
    return { fastcrw: this.#server.child.pid ?? 0 }
  }

  async crawl({ url, pages, workClass }: CrawlTask): Promise<void> {
    const { formats, onlyMainContent, member } = asked[workClass]
    const id = await this.#start({ url, limit: pages, maxDepth: 10, formats, onlyMainContent, renderJs: false })
    await this.#whileBusy()
    for (;;) {
      const texts = await this.#finished(id, member)
      if (texts !== null) {
        this.#texts = texts
        return
      }
      await delay(benchLimits.statusPollMs)
    }
  }

  async results(): Promise<string[]> {
    return this.#texts
  }

  async end(): Promise<void> {
    this.#texts = []
  }

  async close(): Promise<void> {
    const child = this.#server?.child
    this.#server = null
    if (child === undefined || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }

  async #start(body: object): Promise<string> {
    const headers = { 'content-type': 'application/json' }
    const url = `${this.#server?.base}/v1/crawl`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await answer.text()
    const { id } = (answer.ok ? JSON.parse(text) : {}) as { id?: string }
    if (id === undefined) throw new Error(`${this.title} refuses the crawl: ${answer.status} ${text.slice(0, 300)}`)
    return id
  }

  /** Waits until the site receives no more requests. */
  async #whileBusy(): Promise<void> {
    for (let before = -1; ;) {
      const requests = await this.#requests()
      if (requests === before) return
      before = requests
      await delay(benchLimits.quietMs)
    }
  }

  /** Returns all results of a crawl that has ended, null before. */
  async #finished(id: string, member: 'rawHtml' | 'markdown'): Promise<string[] | null> {
    const texts: string[] = []
    let url: string | null = `${this.#server?.base}/v1/crawl/${id}`
    while (url !== null) {
      const answer = await fetch(url)
      const { status, data = [], next = null } = (await answer.json()) as Status
      if (status === 'failed') throw new Error(`${this.title} has failed the crawl`)
      if (status !== 'completed') return null
      texts.push(...data.map((page) => page[member] ?? ''))
      url = next
    }
    return texts
  }
}
