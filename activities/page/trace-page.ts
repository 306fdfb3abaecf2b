/** Records pages and their attempts as spans of the current trace, with hosts but never URLs. */
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import { hostOf } from '@seine/shared/urls/url-identity.ts'
import { pastSpan, withSpan, type Attributes, type Span } from '@seine/shared/observability/spans.ts'
import type { PageRequest, PageScrape } from '@seine/shared/pages/page.ts'

/** The outcome of a page in one word. */
function spanOutcome({ fault, escalation, cachedAt }: PageScrape): string {
  if (fault !== null) return fault.code
  if (escalation !== null) return `escalated_${escalation.why}`
  return cachedAt === null ? 'loaded' : 'kept'
}

/** Scrapes a page within a span. */
export async function tracedPage(
  { url, render }: Pick<PageRequest, 'url' | 'render'>,
  scrape: () => Promise<PageScrape>,
): Promise<PageScrape> {
  return await withSpan('page', {}, async (span) => {
    const made = await scrape()
    span?.setAttributes({
      'server.address': hostOf(url),
      'seine.render': render,
      'seine.outcome': spanOutcome(made),
      'seine.attempts': made.attempts.length,
      ...(made.answer === null ? {} : { 'http.response.status_code': made.answer.status }),
    })
    return made
  })
}

const attributesOf = ({ index, strategy, outcome, proxy_tier, http_status: status }: Attempt): Attributes => ({
  'seine.attempt': index,
  'seine.strategy': strategy,
  'seine.outcome': outcome,
  'seine.proxy_tier': proxy_tier,
  ...(status === null ? {} : { 'http.response.status_code': status }),
})

/**
 * Adds a finished attempt's facts to its span.
 * @param span span of the attempt; null outside of a trace.
 */
export function describeAttempt(span: Span | null, attempt: Attempt | null): void {
  if (attempt !== null) span?.updateName(`attempt ${attempt.strategy}`).setAttributes(attributesOf(attempt))
}

/** Adds spans for attempts that another process made and reported, with the times of its clock. */
export function traceAttempts(attempts: readonly Attempt[]): void {
  for (const attempt of attempts) {
    const startedAtMs = Date.parse(attempt.started_at)
    if (Number.isNaN(startedAtMs)) continue
    const endedAtMs = startedAtMs + Math.max(0, attempt.elapsed_ms)
    pastSpan(`attempt ${attempt.strategy}`, startedAtMs, endedAtMs, attributesOf(attempt), null)
  }
}
