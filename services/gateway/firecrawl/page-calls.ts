/** Scrape, map and search: each translates the request, calls our operation, and translates the result. */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import type { ScrapeResult } from '@seine/shared/api/schemas/scrape-result.ts'
import type { MapResult } from '@seine/shared/api/schemas/map-result.ts'
import type { Request, RequestHandler, Response } from 'express'
import { mapCall, type SiteMapPorts } from '../calls/site-map.ts'
import { scrapeCall, type PageScrapePorts } from '../calls/page-scrape.ts'
import { checkProxy } from '../checks/proxy-check.ts'
import { ApiError } from '../http/api-error.ts'
import { callerGone } from '../http/caller-gone.ts'
import { resultOf, type CallingRequest } from '../http/relayed-call.ts'
import { callerOf, contextOf } from '../http/request-context.ts'
import { scrapedDocument, type WireDocument } from '@seine/shared/firecrawl/document.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { renamedError, translationError } from './wire-error.ts'
import { mapRequest, scrapeRequest } from './translate/requests.ts'
import { Translation } from './translate/translation.ts'

export type PageCallPorts = PageScrapePorts & SiteMapPorts

/** Makes a call for a request; it ends when the caller disconnects, who then gets no answer. */
export function answering(
  answer: (req: Request, res: Response, by: CallingRequest) => Promise<object>,
): RequestHandler {
  return async (req, res) => {
    const signal = callerGone(res)
    try {
      res.json(await answer(req, res, { requestId: contextOf(res).requestId, signal }))
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
}

/**
 * Returns a body whose proxy tier can be used: `basic` means a simple proxy if there is one, else no proxy.
 * @param body a translated body of a page or of a job.
 */
export async function withUsableProxy(
  body: Record<string, unknown>,
  ports: Pick<PageCallPorts, 'scrapers'>,
): Promise<Record<string, unknown>> {
  const { proxy_strategy: proxy, proxyStrategy = proxy, scrape: page, ...rest } = body
  if (isObject(page)) return { ...body, scrape: await withUsableProxy(page, ports) }
  if (proxyStrategy !== 'basic') return body
  try {
    await checkProxy({ proxy: 'basic', geolocation: null }, ports)
    return body
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return rest
  }
}

/** What to load, and for whom. */
export interface PageOrder {
  body: Record<string, unknown>
  tenant: string
  /** End of the call, milliseconds of `monotonicNow`; Infinity: that of every scrape. */
  deadlineMs: number
}

/** Loads one page. @throws ApiError; WorkerCallError. */
export async function loadPage(
  { body, tenant, deadlineMs }: PageOrder,
  by: CallingRequest,
  ports: PageCallPorts,
): Promise<ScrapeResult> {
  const call = await scrapeCall(await withUsableProxy(body, ports), tenant, ports)
  return (await resultOf({ ...call, deadlineMs: Math.min(call.deadlineMs, deadlineMs) }, by)) as ScrapeResult
}

/** Returns the end of a call, milliseconds of `monotonicNow`. @param timeoutMs null: no limit of the caller. */
export const deadlineOf = (timeoutMs: number | null): number =>
  timeoutMs === null ? Infinity : monotonicNow() + timeoutMs

/** Runs an operation on a translated body; problems of the body get the names of the caller's fields. */
export async function inTheirNames<T>(notes: Translation, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw renamedError(error, notes)
  }
}

/** `POST /v2/scrape`. */
export const scrape = (ports: PageCallPorts): RequestHandler =>
  answering(async (req, res, by): Promise<{ success: true; data: WireDocument }> => {
    const notes = new Translation()
    const request = scrapeRequest(req.body, notes)
    if (request === null) throw translationError(notes)
    const deadlineMs = deadlineOf(request.timeoutMs)
    const { tenant } = callerOf(res)
    const result = await inTheirNames(
      notes,
      async () => await loadPage({ body: request.body, tenant, deadlineMs }, by, ports),
    )
    return { success: true, data: scrapedDocument(result, notes.warnings) }
  })

/** `POST /v2/map`. */
export const map = (ports: PageCallPorts): RequestHandler =>
  answering(async (req, res, by) => {
    const notes = new Translation()
    const request = mapRequest(req.body, notes)
    if (request === null) throw translationError(notes)
    const { tenant } = callerOf(res)
    const result = (await inTheirNames(
      notes,
      async () => await resultOf(mapCall(request.body, tenant, ports), by),
    )) as MapResult
    const warnings = [...notes.warnings, ...result.warnings]
    return {
      success: true,
      id: result.request_id,
      links: result.links.map(({ url, title, description }) => ({ url, title, description })),
      ...(warnings.length === 0 ? {} : { warning: warnings.join('; ') }),
    }
  })
