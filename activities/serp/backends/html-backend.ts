/** Back-end that loads the engine's own pages and reads them with a selector set. */
import { browserPageOptions } from '@seine/shared/api/rules/browser-options.ts'
import type { SerpEngine, SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import { serpLimits } from '@seine/shared/config/serp-limits.ts'
import { BrowserUnavailableError, type PagePorts, type PageRequest, type PageScrape } from '@seine/shared/pages/page.ts'
import { retryAfterMs } from '@seine/shared/pages/page-faults.ts'
import { scrapePage } from '../../page/scrape-page.ts'
import { wholePage } from '../../page/whole-page.ts'
import { blockedAddress } from '../reading/block-marks.ts'
import type { BackendAnswer, Drift, Failure, Refusal, SerpBackend, SerpBounds } from '../results/contract.ts'
import type { PageReader } from '../reading/page-reader.ts'
import { duckduckgoWords, tooLongFor } from './query-words.ts'
import type { ResultPageReading } from '../reading/read-page.ts'
import { refusal } from '../results/refusal.ts'
import { acceptLanguage, resultRequest, type ResultPageRequest } from './result-address.ts'
import { collectPages, offsetOf, type EnginePage } from '../results/result-pages.ts'
import type { SelectorSet } from '../reading/selector-set.ts'

export interface HtmlPorts {
  /** The browser belongs to the call; null if none exists. */
  pages: PagePorts
  reader: Pick<PageReader, 'read'>
  /** Selector set of each engine. */
  setOf: (engine: SerpEngine) => SelectorSet
  /** Base URL of each engine. */
  bases: Readonly<Record<SerpEngine, string>>
  /** Clock of deadlines, milliseconds of `monotonicNow`. */
  now: () => number
  /** Clock of the machine, epoch milliseconds. */
  wallNow: () => number
}

/** Parameters of a load of a result page. */
interface PageLoad {
  request: ResultPageRequest
  render: PageRequest['render']
  task: SerpTask
  set: SelectorSet
  bounds: SerpBounds
}

function pageRequest({ request, render, task, set, bounds }: PageLoad, nowMs: number): PageRequest {
  const pageMs = task.mode === 'fast' ? serpLimits.fastPageMs : serpLimits.fullPageMs
  const headers = {
    ...set.headers,
    'user-agent': set.userAgents[task.device],
    'accept-language': acceptLanguage(task),
  }
  return {
    ...wholePage,
    ...request,
    browser: browserPageOptions({ timeout: pageMs, override_parameter: { headers } }),
    deadlineMs: Math.min(bounds.deadlineMs, nowMs + pageMs),
    signal: bounds.signal,
    render,
    formats: ['html'],
    tenant: task.tenant,
    hostUser: { tenant: task.tenant, work: 'search' },
  }
}

const lateFaults = new Set(['timeout', 'budget_exceeded'])

/** Returns why a page has no content; null for a page that has some. */
function troubleOf({ answer, fault }: PageScrape, set: SelectorSet, nowMs: number): Refusal | Failure | null {
  const retryMs = retryAfterMs(answer?.headers['retry-after'], nowMs)
  if (answer !== null) {
    const mark = blockedAddress(answer.finalUrl, set)
    if (mark !== null) return refusal(mark.why, `${set.engine}: ${mark.name}`)
    if (answer.status === 429) return refusal('rate_limited', `${set.engine} answered 429`, retryMs)
  }
  if (fault?.code === 'target_blocked') return refusal('captcha', `${set.engine}: ${fault.message}`, retryMs)
  if (fault === null && answer?.status === 403) return refusal('denied', `${set.engine} answered 403`, retryMs)
  if (fault === null && answer !== null && answer.extracted !== null) return null
  const code = lateFaults.has(fault?.code ?? '') ? 'timeout' : answer === null ? 'unreachable' : 'bad_answer'
  return { kind: 'failed', code, detail: fault?.message ?? 'the page has no content' }
}

type LoadedPage =
  | { scrape: PageScrape; reading: ResultPageReading }
  | { scrape: PageScrape; trouble: Refusal | Failure }

async function load(options: PageLoad, ports: HtmlPorts): Promise<LoadedPage> {
  const nowMs = ports.wallNow()
  const scrape = await scrapePage(pageRequest(options, ports.now()), ports.pages)
  const trouble = troubleOf(scrape, options.set, nowMs)
  if (trouble !== null) return { scrape, trouble: { ...trouble, attempts: scrape.attempts } }
  const { answer } = scrape
  if (answer === null || answer.extracted === null) throw new Error('a page without content has no trouble')
  const { extracted, finalUrl, status } = answer
  const { outputs } = extracted
  return { scrape, reading: await ports.reader.read({ engine: options.set.engine, outputs, url: finalUrl, status }) }
}

/** True when the page was loaded by plain HTTP and a browser may find more in it. */
const mayNeedBrowser = (loaded: LoadedPage): boolean =>
  'reading' in loaded &&
  (loaded.reading.kind === 'drift' || loaded.reading.kind === 'shell') &&
  loaded.scrape.attempts.every(({ engine }) => engine === 'http')

/**
 * Loads the page: in mode `fast` never in a browser; otherwise in one when the judge asks for it or the page is
 * unreadable without.
 */
async function loadAsNeeded(options: Omit<PageLoad, 'render'>, ports: HtmlPorts): Promise<LoadedPage> {
  const hasBrowser = options.task.mode === 'full' && ports.pages.browser !== null
  const first = await load({ ...options, render: hasBrowser ? 'auto' : 'never' }, ports)
  if (!hasBrowser || !mayNeedBrowser(first)) return first
  try {
    const second = await load({ ...options, render: 'always' }, ports)
    return 'reading' in second || second.trouble.kind === 'blocked' ? second : first
  } catch (error) {
    options.bounds.signal.throwIfAborted()
    if (error instanceof BrowserUnavailableError) return first
    throw error
  }
}

const needsBrowser = 'the page needs a browser'

function answerOf(loaded: LoadedPage, set: SelectorSet): PageAnswer {
  if ('trouble' in loaded) return loaded.trouble
  const { reading, scrape } = loaded
  const { attempts } = scrape
  switch (reading.kind) {
    case 'page':
      return reading.page
    case 'blocked':
      return { ...refusal(reading.why, `${set.engine}: ${reading.name}`), attempts }
    case 'shell':
      return { kind: 'failed', code: 'bad_answer', detail: needsBrowser, attempts }
    case 'unreadable':
      return { kind: 'failed', code: 'bad_answer', detail: reading.detail, attempts }
    default: {
      if (scrape.warnings.some((warning) => warning.startsWith('js_shell'))) {
        return { kind: 'failed', code: 'bad_answer', detail: needsBrowser, attempts }
      }
      const { organic: _organic, ads: _ads, rest } = reading.page
      const detail = `selector set ${set.version} of ${set.engine} (${set.date}) finds no result on the page`
      return { kind: 'drift', version: set.version, parts: { ...rest, organic: [], hasNext: null }, detail, attempts }
    }
  }
}

/**
 * Checks that the page is the requested one: Bing returns its first page instead beyond its last, and to suspected
 * bots.
 */
function ifAskedFor(page: EnginePage, at: number, start: number | null, set: SelectorSet): EnginePage | Failure {
  const expected = offsetOf(at, set.paging) + 1
  if (start === null || start === expected) return page
  const { total_results: total } = page.rest
  if (typeof total === 'number' && expected > total) return { ...page, organic: [], hasNext: false }
  return { kind: 'failed', code: 'bad_answer', detail: `${set.engine} gave the results from ${start} for page ${at}` }
}

type PageAnswer = EnginePage | Refusal | Failure | Drift

/** The pages of one search, in the order in which they are requested. */
class SearchPages {
  readonly #task: SerpTask
  readonly #bounds: SerpBounds
  readonly #ports: HtmlPorts
  readonly #set: SelectorSet
  /** Fields read from the previous page; null before the first. */
  #carried: Record<string, string> | null = null

  constructor(task: SerpTask, bounds: SerpBounds, ports: HtmlPorts) {
    this.#task = task
    this.#bounds = bounds
    this.#ports = ports
    this.#set = ports.setOf(task.engine)
  }

  /** @throws the reason of the signal. */
  async read(page: number): Promise<PageAnswer> {
    if (page === 1 || this.#set.carried.length === 0) return await this.#load(page)
    if (this.#carried === null) {
      // A client that requests a later page without the fields of the first is classified as a bot and blocked.
      const first = await this.#load(1)
      if (first.kind !== 'page') return first
      if (first.hasNext !== true) return { ...first, organic: [], hasNext: false }
    }
    if (Object.values(this.#carried ?? {}).some((value) => value !== '')) return await this.#load(page)
    return { kind: 'failed', code: 'bad_answer', detail: `page ${page} is not linked from the previous page` }
  }

  async #load(page: number): Promise<PageAnswer> {
    const [task, set, ports, bounds] = [this.#task, this.#set, this.#ports, this.#bounds]
    const selection = { task, page, paging: set.paging, carried: this.#carried ?? {}, nowMs: ports.wallNow() }
    const request = resultRequest(ports.bases[set.engine], selection, set.laterMethod)
    try {
      const loaded = await loadAsNeeded({ request, task, set, bounds }, ports)
      this.#carried = 'reading' in loaded && loaded.reading.kind === 'page' ? loaded.reading.carried : {}
      const answer = answerOf(loaded, set)
      const start = 'reading' in loaded && loaded.reading.kind === 'page' ? loaded.reading.start : null
      return answer.kind === 'page' ? ifAskedFor(answer, page, start, set) : answer
    } catch (error) {
      bounds.signal.throwIfAborted()
      if (!(error instanceof BrowserUnavailableError)) throw error
      return { kind: 'failed', code: 'unreachable', detail: error.message }
    }
  }
}

/** Creates the back-end. */
export function createHtmlBackend(ports: HtmlPorts): SerpBackend {
  return {
    name: 'html',
    async search(given: SerpTask, bounds: SerpBounds): Promise<BackendAnswer> {
      const tooLong = tooLongFor(given)
      if (tooLong !== null) return tooLong
      const isDuck = given.engine === 'duckduckgo'
      const task = isDuck ? { ...given, query: duckduckgoWords(given.query) } : given
      const pages = new SearchPages(task, bounds, ports)
      return await collectPages(task, ports.setOf(task.engine).paging, bounds, async (page) => await pages.read(page))
    },
  }
}
