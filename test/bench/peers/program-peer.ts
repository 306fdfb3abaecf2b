/**
 * A peer that is a library: a program of this project around it starts a crawl on a command from standard input, so
 * that its start-up is not measured. It prints `ready`, reads one line of JSON with the task, crawls, prints `done` and
 * runs until it is stopped, so that its CPU can be read.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PeerName, WorkClass } from '@seine/tools/bench-arguments.ts'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import type { Crawler, CrawlTask } from '../crawl/crawler.ts'
import { peerRecipes } from './peer-recipe.ts'
import { Program } from './program.ts'

/** The task passed to a program. */
export interface ProgramTask extends CrawlTask {
  pagesInFlight: number
  retries: number
}

export interface ProgramSpec {
  name: PeerName
  /** Name of the tool that makes the results of each class. */
  makers: Record<WorkClass, string>
  file: string
  args: string[]
  /** Whether one process can run several crawls. */
  lasting: boolean
}

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** @param directory where it is installed. */
export const crawleeProgram = (directory: string): ProgramSpec => ({
  name: 'crawlee',
  makers: { html: '', markdown: ' + node-html-markdown', main: ' + jsdom, Readability, turndown' },
  file: process.execPath,
  args: [here('crawlee-program.ts'), directory],
  lasting: true,
})

/** @param directory where it is installed. */
export const scrapyProgram = (directory: string): ProgramSpec => ({
  name: 'scrapy',
  makers: { html: '', markdown: ' + html2text', main: ' + Trafilatura' },
  file: join(directory, 'bin/python'),
  args: [here('scrapy-program.py')],
  // The reactor of Twisted cannot be started twice.
  lasting: false,
})

export class ProgramPeer implements Crawler {
  readonly name: PeerName
  readonly title: string
  readonly #spec: ProgramSpec
  #program: Program | null = null

  constructor(spec: ProgramSpec, workClass: WorkClass) {
    this.name = spec.name
    this.title = `${peerRecipes[spec.name].title} ${peerRecipes[spec.name].version}${spec.makers[workClass]}`
    this.#spec = spec
  }

  async begin(): Promise<Record<string, number>> {
    if (this.#program === null) {
      this.#program = new Program(this.#spec)
      await this.#program.says('ready', benchLimits.peerStartTimeoutMs)
    }
    return { [this.name]: this.#program.pid }
  }

  async crawl(task: CrawlTask): Promise<void> {
    const { pagesInFlight, peerRetries: retries } = benchLimits
    this.#program?.tell({ ...task, pagesInFlight, retries } satisfies ProgramTask)
    await this.#program?.says('done', benchLimits.crawlTimeoutMs)
  }

  async results({ directory }: CrawlTask): Promise<string[]> {
    return readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'))
  }

  async end(): Promise<void> {
    if (!this.#spec.lasting) await this.close()
  }

  async close(): Promise<void> {
    await this.#program?.end()
    this.#program = null
  }
}
