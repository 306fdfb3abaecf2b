/** Takes one page up the browser ladder until an attempt decides or the caller's budget is spent. */
import { randomUUID } from 'node:crypto'
import type { BrowserPageOptions, BrowserSession, RenderRequest } from '@seine/shared/tasks/browser-page.ts'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import { reportRoute, tiersFrom, type ProxyRoutes, type ProxyRoute } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { unwatched, type LoadWatch } from '@seine/shared/pages/load-watch.ts'
import type { LeftInSession } from '@seine/shared/pages/page-session.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { messageTooLarge } from './attempt-fault.ts'
import { attemptPage, type AttemptPorts } from './attempt.ts'
import type { AttemptRequest, AttemptResult } from './attempt-result.ts'
import { ladder, nextRung, nextStep, type Rung } from './engine-ladder.ts'
import { type BrowserPool } from './pool/contract.ts'
import { EngineUnavailableError } from './chromium-process/engine-unavailable.ts'

export interface ClimbPorts extends AttemptPorts {
  pool: Pick<BrowserPool, 'open' | 'engines'>
  routes: ProxyRoutes
  /** Longest body that is kept for an archive of what went over the wire. @default wireLimits.pageBodyMaxBytes */
  recordedBodyMaxBytes?: number
}

export interface ClimbRequest {
  url: string
  page: BrowserPageOptions
  bodies: AttemptRequest['bodies']
  /** Of which requests bodies are read; absent = of all. */
  isWanted?: AttemptRequest['isWanted']
  want: RenderRequest
  /** Null or absent = no session. */
  session?: BrowserSession | null
  /** End of the caller's budget, milliseconds of `monotonicNow`. */
  deadlineMs: number
  signal: AbortSignal
  /** Observes the waits for the site; absent = not observed. */
  watch?: LoadWatch
  /** Called with each attempt before the next one begins; absent = not called. */
  onAttempt?: (attempt: AttemptResult) => Promise<void>
}

export interface Climb {
  /** In the order in which they were made. */
  attempts: AttemptResult[]
  /** Whether the budget ended before an attempt decided. */
  budgetSpent: boolean
  /** The state that the attempts left in the session; null without a session, or when none left a state. */
  session: LeftInSession | null
}

/**
 * Makes attempts up the ladder.
 * @throws ProxyNotConfiguredError; EngineUnavailableError when there is no browser for the first attempt; the abort
 *   reason of `signal`.
 */
export async function climb(request: ClimbRequest, ports: ClimbPorts): Promise<Climb> {
  const { page, deadlineMs } = request
  let { session = null } = request
  const tiers = tiersFrom(ports.routes.tiersFor(page), page, session?.fromTier ?? null)
  const rungs = ladder({ engines: ports.pool.engines, tiers })
  if (rungs.length === 0) throw new EngineUnavailableError('this worker has no browser')
  // All attempts share a proxy session, so that what a site remembers about the exit address holds for later ones.
  const proxySession = session?.proxySession ?? randomUUID()
  const routesOf = (rung: Rung): ProxyRoute[] => ports.routes.routesOf(rung.tier, page, proxySession)
  const attempts: AttemptResult[] = []
  let left: LeftInSession | null = null
  const end = (budgetSpent: boolean): Climb => ({ attempts, budgetSpent, session: left })
  let index = 0
  let routes = routesOf(rungs[0]!)
  let repeats = 0
  let alone = false
  for (;;) {
    const leftMs = deadlineMs - monotonicNow() - renderLimits.teardownMs - page.waitMs
    if (leftMs < renderLimits.attemptMinMs) return end(true)
    const budgetMs = Math.min(page.timeoutMs, leftMs)
    const rung = rungs[index]!
    const route = routes[0]!
    const result: AttemptResult | null = await tryRung(
      { ...request, session },
      rung,
      { ...route, alone },
      budgetMs,
      ports,
    ).catch((error: unknown) => {
      // When a stronger engine cannot be started, the results of earlier attempts remain.
      if (error instanceof EngineUnavailableError && attempts.length > 0) return null
      throw error
    })
    if (result === null) return end(false)
    attempts.push(result)
    await request.onAttempt?.(result)
    if (session !== null && result.session !== null) {
      left = result.session
      session = { ...session, ...left }
    }
    reportRoute(ports.routes, route, { outcome: result.outcome, isAnswered: result.httpStatus !== null })
    if (result.outcome === 'timeout' && budgetMs < page.timeoutMs) return end(true)
    const isTooLarge: boolean = result.error?.code === messageTooLarge
    // Any page of a shared browser may have sent the message that ended it, so each page is loaded again alone.
    if (isTooLarge && alone) return end(false)
    const step = isTooLarge ? 'again' : nextStep(result, repeats)
    alone = isTooLarge
    const next = nextRung(rungs, index, step, routes.length - 1)
    if (next === null) return end(false)
    repeats = step === 'again' ? repeats + 1 : 0
    if (rungs[next]!.tier !== rung.tier) routes = routesOf(rungs[next]!)
    else if (step === 'next_provider') routes = routes.slice(1)
    index = next
    // A slot may hold only one page at a time.
    await result.closed
  }
}

async function tryRung(
  { url, page, bodies, isWanted, want, session = null, deadlineMs, signal, watch = unwatched }: ClimbRequest,
  rung: Rung,
  { upstream, alone }: ProxyRoute & { alone: boolean },
  budgetMs: number,
  ports: ClimbPorts,
): Promise<AttemptResult> {
  const asked = { url, page, bodies, isWanted, want, session, deadlineMs, signal, watch }
  return await attemptPage({ ...asked, rung, alone, upstream, budgetMs }, ports)
}
