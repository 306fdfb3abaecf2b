/** The HTTP part of the ladder: tries the proxy tiers a page may use, weakest first, until an answer decides. */
import {
  ProxyNotConfiguredError,
  reportRoute,
  tiersFrom,
  type ProxyRoute,
  type Tier,
} from '@seine/shared/egress/proxies/proxy-routes.ts'
import { withSpan } from '@seine/shared/observability/spans.ts'
import type { JudgedResponse } from '@seine/shared/pages/extraction.ts'
import type { PagePorts, PageRequest } from '@seine/shared/pages/page.ts'
import { overloadStatuses } from '@seine/shared/pages/pause-request.ts'
import type { Revisit } from '@seine/shared/pages/stored-page.ts'
import { fetchPage, type HttpLoad } from './http-lane.ts'
import { deadlineOf, type LaneRequest } from '@seine/shared/pages/lane.ts'
import { extractContent, nothingToRead } from './load-extraction.ts'
import { attemptOfClass, type PageAttempts } from './page-attempts.ts'
import { budgetSpent, httpStatusFault, type PageFault } from '@seine/shared/pages/page-faults.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { nothingFound, type PageFind } from '@seine/activities/page/page-find.ts'
import { conditionsOf, isOtherVersion, revisited } from './revisited-page.ts'
import { describeAttempt } from './trace-page.ts'
import { afterHttp, classifyAnswer, classifyVerdict, type AnswerClass } from './lane-ladder.ts'

/** The result of the HTTP part of the ladder, and the next step. */
export interface HttpEnd {
  step: 'settle' | 'browser'
  answerClass: AnswerClass
  found: PageFind
}

/** The page to climb for, and the ports to use. */
export interface HttpClimb {
  /** The page as HTTP requests it; after a browser it may be another URL than that of `request`. */
  target: LaneRequest
  request: PageRequest
  ports: Pick<PagePorts, 'egress' | 'routes' | 'extractor' | 'model'>
  attempts: PageAttempts
  /** Keeps one exit address for the whole page where the provider can: the same text gives the same address. */
  proxySession: string
  /** Which lanes may load the page; `always` means that a browser handed the page over to HTTP. */
  render: PageRequest['render']
  /** Whether to return the bytes of the content beside the extracted result. */
  keepsContent: boolean
  /** Set for a page of a watch that may be found unchanged. */
  revisit?: Revisit | null
}

const failed = (code: string, message: string): HttpEnd => ({
  step: 'settle',
  answerClass: { kind: 'failed' },
  found: { ...nothingFound, fault: { code, message } },
})

/**
 * Requests the page through stronger and stronger tiers until an answer decides.
 * @returns the answer that decided, or the last one received.
 * @throws the abort reason of the request's signal.
 */
export async function climbHttp(climb: HttpClimb): Promise<HttpEnd> {
  const { target, ports, proxySession } = climb
  let tiers: Tier[]
  try {
    const all = ports.routes.tiersFor(target.browser)
    tiers = tiersFrom(all, target.browser, target.session?.state.access?.tier ?? null)
  } catch (error) {
    if (error instanceof ProxyNotConfiguredError) return failed('proxy_not_configured', error.message)
    throw error
  }
  let end = failed(budgetSpent.code, budgetSpent.message)
  for (const [at, tier] of tiers.entries()) {
    const isLast = at === tiers.length - 1
    for (const route of ports.routes.routesOf(tier, target.browser, proxySession)) {
      const leftMs = deadlineOf(target) - monotonicNow()
      if (leftMs <= 0) return end
      const tried = await withSpan('attempt', {}, async (span) => {
        const made = await endThrough(climb, route, leftMs, !isLast)
        describeAttempt(span, climb.attempts.get(climb.attempts.last ?? 0))
        return made
      })
      // An answer that is not the page says more than no answer, so a later failure does not replace it.
      if (tried.end.found.answer !== null || end.found.answer === null) end = tried.end
      if (tried.end.answerClass.kind === 'proxy_error') continue
      if (tried.step !== 'next_tier') return end
      break
    }
  }
  return end
}

/** Requests the page once; without conditions again when the answer is about a version that is not stored. */
async function endThrough(
  climb: HttpClimb,
  route: ProxyRoute,
  leftMs: number,
  hasTierLeft: boolean,
): ReturnType<typeof judgedEnd> {
  const { target, attempts, revisit } = climb
  const load = await fetchThrough(climb, route, leftMs)
  const { answer, attempt } = load
  if (revisit == null || answer === null || !isOtherVersion(revisit, answer)) {
    return await judgedEnd(climb, load, hasTierLeft)
  }
  const plain = { ...climb, revisit: { ...revisit, isConditional: false } }
  const stillLeftMs = deadlineOf(target) - monotonicNow()
  if (stillLeftMs <= 0) return await judgedEnd(plain, load, hasTierLeft)
  attempts.add(attemptOfClass(attempt, { kind: 'failed' }, httpStatusFault(answer.status), false))
  return await judgedEnd(plain, await fetchThrough(plain, route, stillLeftMs), hasTierLeft)
}

async function fetchThrough(
  { target, ports, attempts, revisit }: HttpClimb,
  route: ProxyRoute,
  leftMs: number,
): Promise<HttpLoad> {
  const { timeoutMs: wantedMs } = target.browser
  const timeoutMs = Math.min(wantedMs, leftMs)
  const load = await fetchPage(
    target,
    { route, index: attempts.next, timeoutMs, conditions: conditionsOf(revisit) },
    ports.egress,
  )
  const { answer, fault, attempt } = load
  // Timers may fire a millisecond early.
  const isOver = monotonicNow() + 1 >= deadlineOf(target)
  const isLate = fault?.code === 'timeout' || (fault?.code === 'proxy_failure' && isOver)
  if (isLate && timeoutMs < wantedMs) return { ...load, fault: budgetSpent }
  reportRoute(ports.routes, route, { outcome: attempt.outcome, isAnswered: answer !== null })
  return load
}

/** Classifies one answer, extracts it when it may be the page, and records the attempt. */
async function judgedEnd(
  climb: HttpClimb,
  load: HttpLoad,
  hasTierLeft: boolean,
): Promise<{ end: HttpEnd; step: ReturnType<typeof afterHttp> }> {
  const { target, request, ports, attempts, render, keepsContent, revisit } = climb
  const { errorPages } = target
  const { answer, content, attempt, redirects } = load
  const found: PageFind = { ...nothingFound, answer, redirects, fault: load.fault }
  let answerClass: AnswerClass =
    attempt.outcome === 'proxy_error'
      ? { kind: 'proxy_error' }
      : answer === null || content === null
        ? { kind: 'failed' }
        : classifyAnswer(answer, content.bytes)
  const seen = revisit == null || answer === null || content === null ? null : revisited(revisit, answer, content)
  if (seen !== null && seen.unchanged !== null) {
    attempts.add(attemptOfClass(attempt, { kind: 'page' }, null, true))
    // The page is the stored one, whatever the status of this answer.
    const unchanged = { answer: { ...answer!, status: 200 }, print: seen.print, unchanged: seen.unchanged }
    const end: HttpEnd = {
      step: 'settle',
      answerClass: { kind: 'page' },
      found: { ...found, ...unchanged, winner: attempts.last },
    }
    return { end, step: 'settle' }
  }
  if (answer !== null && content !== null) {
    found.fault = answerFault(answerClass, answer.status, content.bytes.byteLength, errorPages)
    if (found.fault === null) {
      // The extraction frees the bytes of the page: copy them first when they are still needed.
      const bytes = keepsContent ? new Uint8Array(content.bytes) : null
      const judged = judgedBy(climb, answer)
      const reading = { isRendered: false, ...(judged === null ? {} : { judged }) }
      const made = await extractContent(content, request, ports, reading)
      found.fault = made.fault
      found.extracted = made.extracted
      found.content = bytes === null ? null : { ...content, bytes }
      if (answerClass.kind === 'page' && made.extracted !== null)
        answerClass = classifyVerdict(made.extracted.verdict, answer.status)
      if (answerClass.kind === 'blocked') found.fault = blockedFault(answerClass)
    }
  }
  if (seen !== null && answerClass.kind === 'page' && found.fault === null) found.print = seen.print
  const step = afterHttp(answerClass.kind, { render, errorPages, hasTierLeft })
  found.warnings = found.fault === null ? classWarnings(answerClass) : []
  attempts.add(attemptOfClass(attempt, answerClass, found.fault, step === 'settle'))
  found.winner = attempts.last
  return { end: { step: step === 'browser' ? 'browser' : 'settle', answerClass, found }, step }
}

/** Returns the facts for the judge, or null: pages handed over by a browser are not judged again. */
function judgedBy(
  { render, target }: HttpClimb,
  { status, headers }: { status: number; headers: Record<string, string> },
) {
  const judged: JudgedResponse = { status, headers, waitSelector: target.browser.waitSelector }
  return render === 'always' ? null : judged
}

const blockedFault = ({ signal }: Extract<AnswerClass, { kind: 'blocked' }>): PageFault => ({
  code: 'target_blocked',
  message: `${signal.vendor}: ${signal.signal}`,
})

/** Returns the warnings for an answer by HTTP that becomes the result. */
export function classWarnings(answerClass: AnswerClass): string[] {
  if (answerClass.kind === 'js_shell') return [`js_shell: ${answerClass.reasons.join(', ')}`]
  if (answerClass.kind === 'empty') return [nothingToRead]
  const signal = answerClass.kind === 'refused' ? answerClass.signal : null
  return signal === null ? [] : [`the page may be a block page (${signal.signal})`]
}

/** Returns why an answer is no result, as far as can be decided without extracting it. */
function answerFault(
  answerClass: AnswerClass,
  status: number,
  bytes: number,
  errorPages: LaneRequest['errorPages'],
): PageFault | null {
  const httpFault = httpStatusFault(status)
  // A job stops asking the host for a while, whether the host or a proxy in front of it sent the status.
  if (errorPages === 'fail' && overloadStatuses.has(status)) return httpFault
  if (answerClass.kind === 'blocked') return blockedFault(answerClass)
  if (errorPages === 'fail' && status >= 400) return httpFault
  if (answerClass.kind === 'throttled')
    return { code: 'target_blocked', message: `${httpFault.message} and asks for a pause` }
  const isBare = bytes === 0 && (answerClass.kind === 'empty' || errorPages === 'fail')
  return isBare ? { code: 'empty', message: `the site answered ${status} without a body` } : null
}
