/** `POST /scrape` on a scrape worker: takes one page up the ladder and builds the answer for the caller. */
import { scrapeMetadata } from '@seine/shared/pages/scrape-metadata.ts'
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { ScreenshotFormat, TextFormat } from '@seine/shared/tasks/formats.ts'
import type { ScrapeMetadata } from '@seine/shared/api/schemas/scrape-result.ts'
import type { ScrapeTask } from '@seine/shared/tasks/scrape-task.ts'
import type { ScrapedPage, ScrapeProblem } from '@seine/shared/pages/worker-reply.ts'
import { ignoredWarnings } from '@seine/shared/api/requests/render-mode.ts'
import { contentOf } from '@seine/shared/tasks/content-options.ts'
import { scrapeCallLimits } from '@seine/shared/config/limits.ts'
import { ProxyNotConfiguredError } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import { RawJson } from '@seine/shared/worker-calls/json-pieces.ts'
import type { ExtractedOutputs } from '@seine/shared/pages/extraction.ts'
import { emptyResult } from '../extract/empty-result.ts'
import { loadCallPage } from './call-page.ts'
import { SessionUseError, type SessionAccess } from '../session/contract.ts'
import { keepNewSession } from '../session/new-session.ts'
import { sessionProblem } from '../session/session-problem.ts'
import {
  BrowserUnavailableError,
  type PageAnswer,
  type PagePorts,
  type PageRequest,
  type PageScrape,
} from '@seine/shared/pages/page.ts'
import { problemOf, problemOfUnavailable } from '../page/scrape-problem.ts'
import type { ScreenshotLinks } from './screenshot-links.ts'

export interface ScrapeCallPorts extends PagePorts {
  screenshots: ScreenshotLinks
  /** Null or absent when the service keeps no sessions. */
  sessions?: SessionAccess | null
}

/** The limits of one call. */
export interface ScrapeCallBounds {
  /** End of the call's budget, milliseconds of `monotonicNow`. */
  deadlineMs: number
  /** Aborts when the caller disconnects. */
  signal: AbortSignal
  /** Id of the request, for operators. */
  requestId?: string | null
}

/** `ScrapeReply` as `jsonPieces` writes it: its content is JSON text already. */
export type WrittenScrapeReply = { kind: 'result'; result: WrittenPage } | ScrapeProblem
type WrittenPage = Omit<ScrapedPage, 'data'> & { data: RawJson }

/**
 * Scrapes the page of a task.
 * @returns the answer for the caller; faults of a page never make it throw.
 * @throws the abort reason of `signal`; internal errors.
 */
export async function scrapeCall(
  task: ScrapeTask,
  bounds: ScrapeCallBounds,
  ports: ScrapeCallPorts,
): Promise<WrittenScrapeReply> {
  if (task.page.render === 'always' && ports.browser === null) {
    return problem('browser_unavailable', 'the page needs a browser, and this service has no browser worker')
  }
  let attempts: Attempt[] = []
  try {
    const named = { ...task, sessionId: task.sessionId ?? task.page.sessionId ?? null }
    const holder = `scrape ${bounds.requestId ?? ''}`.trim()
    const { scrape, begun } = await loadCallPage(named, pageRequest(task, bounds, ports), ports, holder)
    attempts = scrape.attempts
    const { answer, fault } = scrape
    if (answer === null || fault !== null) return problemOf(scrape, fault ?? noAnswer, Date.now())
    if ((answer.extracted?.outputs.byteLength ?? 0) > scrapeCallLimits.contentMaxBytes) {
      return problemOf(scrape, tooLarge, Date.now())
    }
    const [picture, session] = await Promise.all([
      task.screenshot === null || scrape.screenshot === null
        ? null
        : ports.screenshots.keep(task.tenant, scrape.screenshot),
      begun === null
        ? { id: named.sessionId, warnings: [] }
        : keepNewSession(task.tenant, begun, ports.sessions?.store ?? null),
    ])
    const warnings = [...scrape.warnings, ...session.warnings, ...ignoredWarnings(task.page, ports.browser !== null)]
    return { kind: 'result', result: resultOf(task, { ...scrape, warnings }, answer, picture, session.id) }
  } catch (error) {
    bounds.signal.throwIfAborted()
    return thrownProblem(error, attempts)
  }
}

const noAnswer = { code: 'no_answer', message: 'the page did not answer' }
const tooLarge = {
  code: 'body_too_large',
  message: `the content exceeds ${scrapeCallLimits.contentMaxBytes} bytes: request fewer formats`,
}

const problem = (code: ScrapeProblem['code'], detail: string, attempts: Attempt[] = []): ScrapeProblem => ({
  kind: 'problem',
  code,
  detail,
  attempts,
})

/**
 * Converts an error that prevents scraping into the problem for the caller.
 * @throws the error itself when it is an internal one.
 */
function thrownProblem(error: unknown, attempts: Attempt[]): ScrapeProblem {
  if (error instanceof SessionUseError) return sessionProblem(error)
  if (error instanceof BrowserUnavailableError) return problemOfUnavailable(error)
  if (error instanceof ProxyNotConfiguredError) return problem('proxy_not_configured', error.message)
  if (error instanceof StoreUnavailableError) {
    return problem('result_store_unavailable', 'the screenshot could not be stored', attempts)
  }
  throw error
}

const pageRequest = (
  task: ScrapeTask,
  { deadlineMs, signal }: ScrapeCallBounds,
  { browser }: PagePorts,
): PageRequest => {
  const { page } = task
  return {
    url: task.url,
    tenant: task.tenant,
    hostUser: { tenant: task.tenant, work: 'scrape' },
    method: page.method,
    body: page.body,
    browser: page.browser,
    // Without a browser, the answer by HTTP is the page.
    render: browser === null && page.render === 'auto' ? 'never' : page.render,
    screenshot: task.screenshot,
    formats: task.formats,
    content: contentOf(page),
    maxAgeSecs: page.maxAgeSecs,
    json: page.json ?? null,
    metadata: 'structured',
    compared: false,
    // For a waiting caller a partial body is better than none; the answer is marked as truncated.
    keepBrokenOff: true,
    errorPages: 'read',
    earlier: [],
    judgeRedirect: async () => await Promise.resolve(null),
    deadlineMs,
    signal,
  }
}

/**
 * Builds the result with its members in the order of the API; `url` is first, because callers put their own
 * members in front.
 */
function resultOf(
  task: ScrapeTask,
  scrape: PageScrape,
  answer: PageAnswer,
  picture: string | null,
  sessionId: string | null,
): WrittenPage {
  const { attempts, actions, warnings } = scrape
  const winning = scrape.winningAttempt ?? attempts.at(-1)?.index ?? 1
  return {
    url: task.url,
    session_id: sessionId,
    final_url: answer.finalUrl,
    status: answer.status,
    success: true,
    effective_geolocation: attempts.find(({ index }) => index === winning)?.geolocation ?? null,
    winning_attempt: winning,
    attempts,
    data: dataOf(task, answer, picture),
    metadata: metadataOf(answer),
    ...(actions.length === 0 ? {} : { actions }),
    cached_at: scrape.cachedAt,
    warnings,
  }
}

/** Returns the outputs as the extractor wrote them, with the link to the screenshot added at the end. */
function dataOf({ formats, screenshot }: ScrapeTask, { extracted }: PageAnswer, picture: string | null): RawJson {
  const outputs = extracted?.outputs ?? Buffer.from(JSON.stringify(emptyOutputs(formats)))
  if (screenshot === null || picture === null) return new RawJson(outputs)
  return new RawJson(...withMember(outputs, screenshot, picture))
}

/**
 * Appends a member to an object.
 * @param object JSON without white space around it.
 */
function withMember(object: Uint8Array, name: ScreenshotFormat, value: string): Uint8Array[] {
  const isEmpty = object.byteLength === '{}'.length
  const member = `${isEmpty ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}}`
  return [object.subarray(0, -1), Buffer.from(member)]
}

/** The value of each format for an answer without a body. */
const emptyOutputs = (formats: readonly TextFormat[]): ExtractedOutputs =>
  emptyResult({ contentType: null, formats }, '').outputs

const metadataOf = ({ extracted, headers }: PageAnswer): ScrapeMetadata =>
  scrapeMetadata({
    page: extracted?.metadata ?? null,
    contentType: headers['content-type'] ?? null,
    extractor: extracted?.extractor ?? null,
    jsonReport: extracted?.jsonReport,
    degraded: extracted?.degraded ?? null,
  })
