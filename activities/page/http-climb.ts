/** HTTP on the ladder: through the tiers a page may use, weakest first, until an answer decides. */
import {
  ProxyNotConfiguredError,
  tiersFrom,
  type ProxyRoute,
  type Tier,
} from '@seine/shared/egress/proxies/proxy-routes.ts'
import { withSpan } from '@seine/shared/observability/spans.ts'
import type { JudgedResponse } from '@seine/shared/pages/extraction.ts'
import type { PagePorts, PageRequest } from '@seine/shared/pages/page.ts'
import { fetchPage, type HttpLoad } from './http-lane.ts'
import { deadlineOf, type LaneRequest } from '@seine/shared/pages/lane.ts'
import { extractContent, nothingToRead } from './load-extraction.ts'
import { attemptOfSight, type PageAttempts } from './page-attempts.ts'
import { budgetSpent, type PageFault } from '@seine/shared/pages/page-faults.ts'
import { nothingFound, type PageFind } from '@seine/shared/pages/page-find.ts'
import { describeAttempt } from './trace-page.ts'
import { afterHttp, sightOfAnswer, sightOfVerdict, type HttpSight } from './page-ladder.ts'

/** Where HTTP ended. */
export interface HttpEnd {
  step: 'settle' | 'browser'
  sight: HttpSight
  found: PageFind
}

/** What is climbed for, and with what. */
export interface HttpClimb {
  /** The page, as HTTP is asked for it: what a browser has found may be elsewhere. */
  target: LaneRequest
  request: PageRequest
  ports: Pick<PagePorts, 'egress' | 'routes' | 'extractor' | 'model'>
  attempts: PageAttempts
  /** One address for the whole page, where the provider can: the same text gives the same. */
  proxySession: string
  /** Who else may load the page: in `always` a browser has sent what it found here. */
  render: PageRequest['render']
  /** Whether the bytes are wanted beside what is made of them. */
  keepsContent: boolean
}

const failed = (code: string, message: string): HttpEnd => ({
  step: 'settle',
  sight: { kind: 'failed' },
  found: { ...nothingFound, fault: { code, message } },
})

/**
 * Climbs.
 * @returns the answer that decided, or the last there was.
 * @throws the reason of the request's signal.
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
      const leftMs = deadlineOf(target) - Date.now()
      if (leftMs <= 0) return end
      const tried = await withSpan('attempt', {}, async (span) => {
        const made = await endOf(climb, await fetchThrough(climb, route, leftMs), !isLast)
        describeAttempt(span, climb.attempts.get(climb.attempts.last ?? 0))
        return made
      })
      // An answer that was no page still says more than none.
      if (tried.end.found.answer !== null || end.found.answer === null) end = tried.end
      if (tried.end.sight.kind === 'proxy_error') continue
      if (tried.step !== 'next_tier') return end
      break
    }
  }
  return end
}

async function fetchThrough(
  { target, ports, attempts }: HttpClimb,
  route: ProxyRoute,
  leftMs: number,
): Promise<HttpLoad> {
  const { timeoutMs: wantedMs } = target.browser
  const timeoutMs = Math.min(wantedMs, leftMs)
  const load = await fetchPage(target, { route, index: attempts.next, timeoutMs }, ports.egress)
  const { answer, fault, attempt } = load
  // Timers may be early by a millisecond.
  const isOver = Date.now() + 1 >= deadlineOf(target)
  const isLate = fault?.code === 'timeout' || (fault?.code === 'proxy_failure' && isOver)
  if (isLate && timeoutMs < wantedMs) return { ...load, fault: budgetSpent }
  // A page that did not come for other reasons says nothing about the proxy it was asked through.
  if (attempt.outcome === 'proxy_error') ports.routes.report(route, false)
  else if (answer !== null) ports.routes.report(route, true)
  return load
}

/** What one answer comes to: looked at, read where it may be the page, and recorded. */
async function endOf(
  climb: HttpClimb,
  load: HttpLoad,
  hasTierLeft: boolean,
): Promise<{ end: HttpEnd; step: ReturnType<typeof afterHttp> }> {
  const { target, request, ports, attempts, render, keepsContent } = climb
  const { errorPages } = target
  const { answer, content, attempt, redirects } = load
  const found: PageFind = { ...nothingFound, answer, redirects, fault: load.fault }
  let sight: HttpSight =
    attempt.outcome === 'proxy_error'
      ? { kind: 'proxy_error' }
      : answer === null || content === null
        ? { kind: 'failed' }
        : sightOfAnswer(answer, content.bytes)
  if (answer !== null && content !== null) {
    found.fault = faultOf(sight, answer.status, content.bytes.byteLength, errorPages)
    if (found.fault === null) {
      // A large page goes to the thread that reads it, and is no longer here.
      const bytes = keepsContent ? new Uint8Array(content.bytes) : null
      const judged = judgedBy(climb, answer)
      const reading = { isRendered: false, ...(judged === null ? {} : { judged }) }
      const made = await extractContent(content, request, ports, reading)
      found.fault = made.fault
      found.extracted = made.extracted
      found.content = bytes === null ? null : { ...content, bytes }
      if (sight.kind === 'page' && made.extracted !== null)
        sight = sightOfVerdict(made.extracted.verdict, answer.status)
      if (sight.kind === 'blocked') found.fault = blockedFault(sight)
    }
  }
  const step = afterHttp(sight.kind, { render, errorPages, hasTierLeft })
  found.warnings = found.fault === null ? sightWarnings(sight) : []
  attempts.add(attemptOfSight(attempt, sight, found.fault, step === 'settle'))
  found.winner = attempts.last
  return { end: { step: step === 'browser' ? 'browser' : 'settle', sight, found }, step }
}

/** What a browser has sent here is what it is. */
function judgedBy(
  { render, target }: HttpClimb,
  { status, headers }: { status: number; headers: Record<string, string> },
) {
  const judged: JudgedResponse = { status, headers, waitSelector: target.browser.waitSelector }
  return render === 'always' ? null : judged
}

const blockedFault = ({ signal }: Extract<HttpSight, { kind: 'blocked' }>): PageFault => ({
  code: 'target_blocked',
  message: `${signal.vendor}: ${signal.signal}`,
})

/** What is to be said of an answer by HTTP if it stands. */
export function sightWarnings(sight: HttpSight): string[] {
  if (sight.kind === 'js_shell') return [`js_shell: ${sight.reasons.join(', ')}`]
  if (sight.kind === 'empty') return [nothingToRead]
  const signal = sight.kind === 'refused' ? sight.signal : null
  return signal === null ? [] : [`the page may be a block page (${signal.signal})`]
}

/** Why an answer is no result, before it is read. */
function faultOf(
  sight: HttpSight,
  status: number,
  bytes: number,
  errorPages: LaneRequest['errorPages'],
): PageFault | null {
  const httpFault: PageFault = { code: 'http_status', message: `the site answered ${status}` }
  // A job gives the host its rest, whoever in front of it asked for that.
  if (errorPages === 'fail' && (status === 429 || status === 503)) return httpFault
  if (sight.kind === 'blocked') return blockedFault(sight)
  if (errorPages === 'fail' && status >= 400) return httpFault
  if (sight.kind === 'throttled')
    return { code: 'target_blocked', message: `${httpFault.message} and asks to be left alone` }
  const isBare = bytes === 0 && (sight.kind === 'empty' || errorPages === 'fail')
  return isBare ? { code: 'empty', message: `the site answered ${status} without a body` } : null
}
