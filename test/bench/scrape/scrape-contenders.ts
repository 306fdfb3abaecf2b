/**
 * The contenders of the benchmark of synchronous scrapes: Seine through its API, and its underlying libraries alone.
 */
import { fileURLToPath } from 'node:url'
import type { ScrapeResult } from '@seine/shared/api/schemas/scrape-result.ts'
import type { Turn, TurnResult } from '../browser/contender.ts'
import { programContender } from '../browser/program-contender.ts'
import { runTurn } from '../browser/run-turn.ts'
import { wholeMark } from '../page-site/page-files.ts'
import type { BenchStack } from '../seine/bench-stack.ts'

export interface ScrapeContender {
  readonly title: string
  /** The page on which it is measured. */
  readonly page: 'article' | 'application'
  /** Starts the contender; not measured. @returns its process ids by name. */
  begin(): Promise<Record<string, number>>
  load(turn: Turn): Promise<TurnResult>
  close(): Promise<void>
}

/** One kind of request to Seine. */
interface Way {
  title: string
  page: ScrapeContender['page']
  body: Record<string, unknown>
  /** Text that the HTML must contain. */
  mark: string
}

const ways: readonly Way[] = [
  { title: 'Seine, HTTP, raw HTML', page: 'article', body: { js_render: false }, mark: '</html>' },
  { title: 'Seine, automatic, Markdown too', page: 'article', body: { output: ['html', 'markdown'] }, mark: '</html>' },
  { title: 'Seine, browser', page: 'application', body: { js_render: true }, mark: wholeMark },
]

function seineContender(stack: BenchStack, { title, page, body, mark }: Way): ScrapeContender {
  const scrape = async (url: string): Promise<{ whole: boolean }> => {
    const answer = await stack.api.request('POST', '/scrape', { url, ...body })
    if (answer.status !== 200)
      throw new Error(`${title}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`)
    return { whole: ((answer.body as unknown as ScrapeResult).data.html ?? '').includes(mark) }
  }
  return {
    title,
    page,
    begin: async () => await Promise.resolve(stack.pids()),
    load: async (turn) => await runTurn(turn, scrape),
    close: async () => {},
  }
}

function bareContender(title: string, page: ScrapeContender['page'], file: string, args: string[]): ScrapeContender {
  const program = fileURLToPath(new URL(file, import.meta.url))
  const contender = programContender(title, title, { file: process.execPath, args: [program, ...args] })
  return {
    title,
    page,
    begin: async () => ({ [title]: await contender.begin() }),
    load: async (turn) => await contender.load(turn),
    close: async () => await contender.close(),
  }
}

/**
 * Returns Seine's request kinds, each page's followed by the plain library that loads that page. @param shell path of
 * the browser.
 */
export const scrapeContenders = (stack: BenchStack, shell: string): ScrapeContender[] => [
  ...ways.map((way) => seineContender(stack, way)),
  bareContender('got, bare', 'article', 'got-program.ts', []),
  bareContender('Puppeteer, bare', 'application', '../browser/puppeteer-program.ts', [shell]),
]
