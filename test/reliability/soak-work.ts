/** The mixed work of a soak, as callers of the API do it: each kind spread evenly over the time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { makeRun } from '../stack/watch-runs.ts'
import type { ReliabilityStack } from './reliability-stack.ts'

/** How often each kind of work is done. */
export interface SoakCounts {
  captures: number
  /** Calls of `/scrape` that render the page. */
  rendered: number
  crawls: number
  batches: number
  /** Runs of one watch. */
  watchRuns: number
}

export interface SoakSites {
  /** Start page of the website of crawls. */
  crawlUrl: string
  /** Number of its pages. */
  crawlPages: number
  /** A page that needs a browser. */
  pageUrl: string
  /** Pages of each batch, a part of the same website. */
  batchUrls: readonly string[]
}

/** What has succeeded. */
export interface SoakDone {
  captures: number
  rendered: number
  /** Pages of crawls and of batches. */
  pages: number
  watchRuns: number
  failed: number
}

const captureTimeoutMs = 30_000
const jobTimeoutMs = 900_000
/** A worker that has been killed is back well before the last try, on a slow machine too. */
const callTries = 45
const retryMs = 2_000

/** Work on one stack, with its counts. */
export class SoakWork {
  readonly #stack: ReliabilityStack
  readonly #sites: SoakSites
  readonly #watchId: string
  done: SoakDone = { captures: 0, rendered: 0, pages: 0, watchRuns: 0, failed: 0 }
  /** Ids of crawls, in the order in which they were started. */
  readonly crawls: string[] = []

  /** @param watchId a watch that is run by request. */
  constructor(stack: ReliabilityStack, sites: SoakSites, watchId: string) {
    this.#stack = stack
    this.#sites = sites
    this.#watchId = watchId
  }

  /** Does all kinds of work until the last of them has ended. @param lastsMs from the first start to the last. */
  async run(counts: SoakCounts, lastsMs: number): Promise<void> {
    await Promise.all([
      spread(counts.captures, lastsMs, async () => await this.#capture()),
      spread(counts.rendered, lastsMs, async () => await this.#render()),
      spread(counts.crawls, lastsMs, async () => await this.#crawl()),
      spread(counts.batches, lastsMs, async () => await this.#batch()),
      this.#watchRuns(counts.watchRuns, lastsMs),
    ])
  }

  /** A first piece of each kind, as many captures at once as make the worker start all its browsers. */
  async warmUp(): Promise<void> {
    await Promise.all([...Array.from({ length: 4 }, async () => await this.#capture()), this.#render(), this.#crawl()])
    await Promise.all([this.#batch(), this.#watchRuns(1, 0)])
    this.done = { captures: 0, rendered: 0, pages: 0, watchRuns: 0, failed: 0 }
  }

  async #capture(): Promise<void> {
    const body = { url: this.#sites.pageUrl, timeout: captureTimeoutMs }
    const succeeded = await this.#called('/browser/network', body)
    // Not in one expression: that would add to the count from before the call, and lose calls that end meanwhile.
    this.done.captures += Number(succeeded)
  }

  async #render(): Promise<void> {
    const body = { url: this.#sites.pageUrl, js_render: true, output: ['markdown'] }
    const succeeded = await this.#called('/scrape', body)
    this.done.rendered += Number(succeeded)
  }

  /** Calls until the answer is a success; while a worker is killed, others are allowed. */
  async #called(path: string, body: Record<string, unknown>): Promise<boolean> {
    for (let tries = 1; tries <= callTries; tries += 1) {
      const answer = await this.#stack.attacker.post(path, body)
      if (answer.status === 200 && answer.body['success'] !== false) return true
      await sleep(retryMs)
    }
    return false
  }

  async #crawl(): Promise<void> {
    const { crawlUrl: url, crawlPages } = this.#sites
    const id = await this.#stack.t.api.start({ url, limit: 2 * crawlPages, sitemap: 'skip', output: ['markdown'] })
    this.crawls.push(id)
    await this.#end(id)
  }

  async #batch(): Promise<void> {
    await this.#end(await this.#stack.t.api.startBatch({ urls: [...this.#sites.batchUrls], output: ['markdown'] }))
  }

  async #end(id: string): Promise<void> {
    const { completed, failed } = await this.#stack.t.api.watch(id, undefined, jobTimeoutMs)
    this.done.pages += completed
    this.done.failed += failed
  }

  /** Runs do not overlap, so each is started in its turn. */
  async #watchRuns(count: number, lastsMs: number): Promise<void> {
    const startedMs = performance.now()
    for (let at = 0; at < count; at += 1) {
      await sleep(Math.max(0, startedMs + (at * lastsMs) / count - performance.now()))
      const run = await makeRun(this.#stack.t.api, this.#watchId)
      this.done.watchRuns += Number(run.status === 'completed')
    }
  }
}

/** Makes calls at even intervals. @param lastsMs from the first call until after the last, milliseconds. */
async function spread(count: number, lastsMs: number, work: () => Promise<void>): Promise<void> {
  const startedMs = performance.now()
  const all: Promise<void>[] = []
  for (let at = 0; at < count; at += 1) {
    await sleep(Math.max(0, startedMs + (at * lastsMs) / count - performance.now()))
    const made = work()
    // An early failure must wait for the end of this row: unhandled, it would end the run of all rows.
    made.catch(() => undefined)
    all.push(made)
  }
  await Promise.all(all)
}
