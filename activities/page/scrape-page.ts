/**
 * One page: fetch it, extract it, say what came of it. The ladder has one rung today, plain HTTP.
 */
import type { CrawlFormat, PageBody, PageMethod } from '@seine/shared/api/job-input.ts'
import {
  EgressError,
  type EgressClient,
  type EgressResponse,
  type RedirectDecision,
  type RedirectHop,
} from '@seine/shared/egress/contract.ts'
import { egressLimits } from '@seine/shared/config/limits.ts'
import { UnsupportedContentError, type Extractor, type PackedResult } from '../extract/contract.ts'
import { outcomeOfEgressError, type PageFault } from './page-faults.ts'
import type { AttemptOutcome, AttemptRecord } from './slice-shapes.ts'

export interface PageRequest {
  url: string
  method: PageMethod
  /** Null with GET. */
  body: PageBody | null
  formats: readonly CrawlFormat[]
  onlyMainContent: boolean
  /** Whether the page will be compared with others. */
  compared: boolean
  /** Budget of one attempt, milliseconds. */
  timeoutMs: number
  /** Whether a body that breaks off is better than nothing. */
  keepBrokenOff: boolean
  signal: AbortSignal
  /** Asked before each redirect is followed; a fault ends the attempt with it. */
  judgeRedirect: (next: URL) => Promise<PageFault | null>
}

export interface PagePorts {
  egress: EgressClient
  extractor: Extractor
}

/** What an HTTP answer was, whatever its status. */
export interface PageAnswer {
  finalUrl: string
  status: number
  headers: Record<string, string>
  /** True when the body broke off and its beginning was kept. */
  truncated: boolean
  /** Null for answers that are not extracted: errors of the target. */
  extracted: PackedResult | null
}

export interface PageScrape {
  /** Null when there was no answer. */
  answer: PageAnswer | null
  /** Null when the page was scraped. */
  fault: PageFault | null
  attempts: AttemptRecord[]
  /** Redirects that were answered on the way, also to no answer. */
  redirects: readonly RedirectHop[]
}

/**
 * Scrapes one page.
 * @returns the answer, or the fault that stands for it; targets never make it throw.
 * @throws the reason of `signal` when it aborts the fetch.
 */
export async function scrapePage(request: PageRequest, ports: PagePorts): Promise<PageScrape> {
  const startedAt = new Date()
  const attempt = (status: number | null, bytes: number, fault: PageFault | null, outcome: AttemptOutcome) => ({
    index: 1,
    strategy: 'http_basic' as const,
    engine: 'http' as const,
    proxy_tier: 'none' as const,
    started_at: startedAt.toISOString(),
    elapsed_ms: Date.now() - startedAt.getTime(),
    http_status: status,
    success: fault === null,
    outcome,
    error: fault === null ? null : { code: fault.code, message: fault.message },
    bytes_received: bytes,
  })
  let refusal: PageFault | null = null
  let response: EgressResponse
  try {
    response = await fetchPage(request, ports.egress, async (next) => {
      refusal = await request.judgeRedirect(next)
      return refusal === null ? 'follow' : 'stop'
    })
  } catch (error) {
    request.signal.throwIfAborted()
    if (!(error instanceof EgressError)) throw error
    const fault: PageFault = { code: error.code, message: error.message }
    const attempts = [attempt(null, 0, fault, outcomeOfEgressError(error.code))]
    return { answer: null, fault, attempts, redirects: error.redirects }
  }
  const { status, wireBytes, redirects } = response
  const { url: finalUrl, headers, truncated } = response
  const answer: PageAnswer = { finalUrl, status, headers, truncated, extracted: null }
  const failed = (fault: PageFault, outcome: AttemptOutcome): PageScrape => ({
    answer,
    fault,
    attempts: [attempt(status, wireBytes, fault, outcome)],
    redirects,
  })
  if (refusal !== null) return failed(refusal, 'http_error')
  if (status >= 400) return failed({ code: 'http_status', message: `the site answered ${status}` }, 'http_error')
  if (response.body.byteLength === 0) {
    return failed({ code: 'empty', message: `the site answered ${status} without a body` }, 'empty')
  }
  try {
    answer.extracted = await ports.extractor.extract({
      url: response.url,
      bytes: response.body,
      contentType: response.headers['content-type'] ?? null,
      formats: request.formats,
      onlyMainContent: request.onlyMainContent,
      compared: request.compared,
    })
  } catch (error) {
    if (!(error instanceof UnsupportedContentError)) throw error
    return failed({ code: error.code, message: error.message }, 'empty')
  }
  return { answer, fault: null, attempts: [attempt(status, wireBytes, null, 'success')], redirects }
}

const acceptHeaders = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en',
}

async function fetchPage(
  { url, method, body, timeoutMs, keepBrokenOff, signal }: PageRequest,
  egress: EgressClient,
  onRedirect: (next: URL) => Promise<RedirectDecision>,
): Promise<EgressResponse> {
  return await egress.fetch({
    url,
    method,
    ...(body === null
      ? { headers: acceptHeaders }
      : { headers: { ...acceptHeaders, 'content-type': body.contentType }, body: body.text }),
    timeoutMs,
    keepBrokenOff,
    maxDecodedBytes: egressLimits.pageMaxDecodedBytes,
    maxRedirects: egressLimits.redirectsMax,
    onRedirect,
    signal,
  })
}
