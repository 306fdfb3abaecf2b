/** `POST /v2/search`: a search, and on request the content of each result. */
import type { SerpEntry, SerpResult } from '@seine/shared/api/schemas/serp-result.ts'
import type { RequestHandler } from 'express'
import { checkLaterScrapes } from '../calls/page-scrape.ts'
import { serpCall, type SerpSearchPorts } from '../calls/serp-search.ts'
import { ApiError } from '../http/api-error.ts'
import { resultOf, type CallingRequest } from '../http/relayed-call.ts'
import { callerOf, type Caller } from '../http/request-context.ts'
import { apiErrorFrom } from '../problems/problem-response.ts'
import type { RateLimits } from '../quota/rate-limits.ts'
import { scrapedDocument } from '@seine/shared/firecrawl/document.ts'
import { translationError } from './wire-error.ts'
import { answering, deadlineOf, inTheirNames, loadPage, withUsableProxy, type PageCallPorts } from './page-calls.ts'
import { searchRequest } from './translate/search-request.ts'
import { Translation } from './translate/translation.ts'

export type WebSearchPorts = PageCallPorts & SerpSearchPorts & { rates: Pick<RateLimits, 'count'> }

/** How many results of a search are loaded at the same time. */
const loadsAtOnce = 5

interface Loading {
  page: Record<string, unknown>
  caller: Caller
  deadlineMs: number
  by: CallingRequest
  ports: WebSearchPorts
}

/** One result in their form, with its content when that was asked for and can be had. */
type WebResult = Record<string, unknown>

const webResult = ({ url, title, snippet, position }: SerpEntry): WebResult => ({
  url,
  title,
  description: snippet,
  position,
})

/** Loads a result as a call of its own. @returns its content; a warning instead when it cannot be had. */
async function loaded(entry: SerpEntry, { page, caller, deadlineMs, by, ports }: Loading): Promise<WebResult> {
  const plain = webResult(entry)
  try {
    const { exceeded, limit } = await ports.rates.count(caller, 'call')
    if (exceeded) throw new ApiError('rate_limited', `this API key has used up its ${limit} synchronous calls a minute`)
    const order = { body: { ...page, url: entry.url }, tenant: caller.tenant, deadlineMs }
    return { ...plain, ...scrapedDocument(await loadPage(order, by, ports), []) }
  } catch (error) {
    const { code, message } = apiErrorFrom(error)
    if (code === 'internal_error') throw error
    return { ...plain, warning: `the page could not be loaded: ${message}` }
  }
}

async function loadAll(entries: readonly SerpEntry[], loading: Loading): Promise<WebResult[]> {
  const results: WebResult[] = entries.map((entry) => webResult(entry))
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < entries.length) {
      const at = next
      next += 1
      results[at] = await loaded(entries[at]!, loading)
    }
  }
  await Promise.all(Array.from({ length: loadsAtOnce }, worker))
  return results
}

/** Creates the handler. */
export const search = (ports: WebSearchPorts): RequestHandler =>
  answering(async (req, res, by) => {
    const notes = new Translation()
    const request = searchRequest(req.body, notes)
    if (request === null) throw translationError(notes)
    const { query, page } = request
    const deadlineMs = deadlineOf(request.timeoutMs)
    const caller = callerOf(res)
    const found = (await inTheirNames(notes, async () => {
      // Otherwise each result would have the problem as a warning.
      if (page !== null) await checkLaterScrapes(await withUsableProxy(page, ports), caller.tenant, ports)
      const call = serpCall(query, caller.tenant, ports)
      return await resultOf({ ...call, deadlineMs: Math.min(call.deadlineMs, deadlineMs) }, by)
    })) as SerpResult
    const loading = page === null ? null : { page, caller, deadlineMs, by, ports }
    const web =
      loading === null ? found.organic.map((entry) => webResult(entry)) : await loadAll(found.organic, loading)
    const warnings = [...notes.warnings, ...found.warnings]
    return {
      success: true,
      id: found.request_id,
      data: { web },
      ...(warnings.length === 0 ? {} : { warning: warnings.join('; ') }),
    }
  })
