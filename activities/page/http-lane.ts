/** The HTTP lane: one attempt by plain HTTP. */
import {
  EgressError,
  type EgressClient,
  type EgressResponse,
  type RedirectDecision,
} from '@seine/shared/egress/contract.ts'
import { egressLimits } from '@seine/shared/config/limits.ts'
import type { LaneAnswer, LaneRequest, LoadedPage } from './lane.ts'
import { outcomeOfEgressError, type PageFault } from './page-faults.ts'
import type { AttemptOutcome } from './slice-shapes.ts'

/**
 * Fetches one page.
 * @returns what came back, or the fault that stands for it; targets never make it throw.
 * @throws the reason of `signal` when it aborts the fetch.
 */
export async function fetchPage(request: LaneRequest, egress: EgressClient): Promise<LoadedPage> {
  const startedAt = new Date()
  const attempt = (status: number | null, bytes: number, fault: PageFault | null, outcome: AttemptOutcome) => ({
    index: 1,
    strategy: 'http_basic',
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
    response = await send(request, egress, async (next) => {
      refusal = await request.judgeRedirect(next)
      return refusal === null ? 'follow' : 'stop'
    })
  } catch (error) {
    request.signal.throwIfAborted()
    if (!(error instanceof EgressError)) throw error
    const fault: PageFault = { code: error.code, message: error.message }
    const attempts = [attempt(null, 0, fault, outcomeOfEgressError(error.code))]
    return { answer: null, content: null, screenshot: null, fault, attempts, redirects: error.redirects }
  }
  const { status, wireBytes, redirects, url: finalUrl, headers, truncated, body } = response
  const answer: LaneAnswer = { finalUrl, status, headers, truncated }
  const failed = (fault: PageFault, outcome: AttemptOutcome): LoadedPage => {
    const attempts = [attempt(status, wireBytes, fault, outcome)]
    return { answer, content: null, screenshot: null, fault, attempts, redirects }
  }
  if (refusal !== null) return failed(refusal, 'http_error')
  if (status >= 400) return failed({ code: 'http_status', message: `the site answered ${status}` }, 'http_error')
  if (body.byteLength === 0) {
    return failed({ code: 'empty', message: `the site answered ${status} without a body` }, 'empty')
  }
  const content = { bytes: body, contentType: headers['content-type'] ?? null, url: finalUrl }
  const attempts = [attempt(status, wireBytes, null, 'success')]
  return { answer, content, screenshot: null, fault: null, attempts, redirects }
}

const acceptHeaders = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en',
}

async function send(
  { url, method, body, timeoutMs, keepBrokenOff, signal }: LaneRequest,
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
