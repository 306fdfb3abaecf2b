/** For tests of searches: stub engines and all dependencies of a search, in one process. */
import type { TestContext } from 'node:test'
import type { ExtractedOutputs } from '@seine/shared/pages/extraction.ts'
import { extractPage } from '@seine/activities/extract/extract-page.ts'
import { packResult } from '@seine/activities/extract/pack-result.ts'
import { loopbackEgress } from '@seine/activities/frontier/testing/loopback-site.ts'
import type { PageBrowser } from '@seine/shared/pages/page.ts'
import type { PageReader } from '@seine/activities/serp/reading/page-reader.ts'
import { readResultPage } from '@seine/activities/serp/reading/read-page.ts'
import { redactHere } from '@seine/activities/redaction/testing/redact-here.ts'
import { createSearchEngines } from '@seine/activities/serp/search-engines.ts'
import { loadSelectorSet } from '@seine/activities/serp/reading/selector-set.ts'
import { readSerpSettings } from '@seine/activities/serp/settings.ts'
import { serpTask } from '@seine/activities/serp/testing/serp-task.ts'
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import { serpResultSchema } from '@seine/shared/api/schemas/serp-result.ts'
import { schemaErrors } from '@seine/shared/api/testing/schema-errors.ts'
import type { FoundResults, ScrapeProblem, SerpReply } from '@seine/shared/pages/worker-reply.ts'
import { readConfig } from '@seine/shared/config/config.ts'
import { straightOnly } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { startStubEngines, type StubEngines } from './stub-engines.ts'

/** Parameters of a search besides its words. */
export type SearchOptions = Partial<Omit<SerpTask, 'query'>> & { budgetMs?: number; signal?: AbortSignal }

export interface SearchLab {
  stubs: StubEngines
  /** Messages logged as errors. */
  alarms: Record<string, unknown>[]
  /** A clock that a test can move ahead. */
  clock: { aheadMs: number }
  search: (words: string, wish?: SearchOptions) => Promise<SerpReply>
  /** Runs a search that must return results. */
  results: (words: string, wish?: SearchOptions) => Promise<FoundResults>
  /** Runs a search that must fail. */
  problem: (words: string, wish?: SearchOptions) => Promise<ScrapeProblem>
}

export interface LabOptions {
  /** Back-ends of every engine. */
  backends: string
  settings?: Record<string, string>
  browser?: PageBrowser | null
  reader?: Pick<PageReader, 'read'>
}

const testReader: Pick<PageReader, 'read'> = {
  async read({ engine, outputs, url, status }) {
    const { html = '' } = JSON.parse(Buffer.from(outputs).toString()) as ExtractedOutputs
    return readResultPage(html, url, status, loadSelectorSet(engine))
  },
}

/** Starts the lab; it is closed at the end of the test. Answers are not kept unless the settings enable it. */
export async function searchLab(context: TestContext, options: LabOptions): Promise<SearchLab> {
  const stubs = await startStubEngines()
  context.after(async () => await stubs.close())
  const { backends } = options
  const settings = readSerpSettings(
    readConfig({
      SEINE_SERP_CACHE_SECS: '0',
      ...stubs.settings,
      SEINE_SERP_GOOGLE: backends,
      SEINE_SERP_BING: backends,
      SEINE_SERP_DUCKDUCKGO: backends,
      ...options.settings,
    }),
  )
  const alarms: Record<string, unknown>[] = []
  const clock = { aheadMs: 0 }
  const engines = createSearchEngines({
    settings,
    pages: {
      egress: loopbackEgress(context),
      routes: straightOnly,
      cache: null,
      // Runs on the thread of the test.
      extractor: {
        extract: async (request) => packResult(await extractPage(request)),
        redact: redactHere,
        untilCapacity: async () => undefined,
        close: async () => undefined,
      },
    },
    // Runs on the thread of the test, as the extractor does, unless a test passes its own reader.
    reader: options.reader ?? testReader,
    logger: { error: (fields: Record<string, unknown>) => void alarms.push(fields) } as never,
    now: () => Date.now() + clock.aheadMs,
  })
  const search: SearchLab['search'] = async (query, wish = {}) => {
    const { budgetMs = 20_000, signal = new AbortController().signal, ...change } = wish
    const task = serpTask({ query, ...change })
    const bounds = { deadlineMs: Date.now() + clock.aheadMs + budgetMs, signal }
    return await engines.search(task, bounds, { browser: options.browser ?? null })
  }
  return {
    stubs,
    alarms,
    clock,
    search,
    async results(words, wish) {
      const reply = await search(words, wish)
      if (reply.kind === 'problem') throw new Error(`${reply.code}: ${reply.detail}`)
      const errors = schemaErrors(serpResultSchema, { request_id: 'r', ...reply.result })
      if (errors.length > 0) throw new Error(JSON.stringify(errors))
      return reply.result
    },
    async problem(words, wish) {
      const reply = await search(words, wish)
      if (reply.kind !== 'problem') throw new Error(`there are ${reply.result.organic.length} results`)
      return reply
    },
  }
}
