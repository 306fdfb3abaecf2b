/** Climbs the ladder for one page until an attempt decides or the caller's budget is spent. */
import { randomUUID } from 'node:crypto'
import { proxyTiers, type BrowserPageOptions, type ProxyTier, type RenderWish } from '@seine/shared/api/browser-page.ts'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import type { ProxyTiers } from '@seine/shared/egress/proxy-tiers.ts'
import { attemptPage, type AttemptPorts } from './attempt.ts'
import type { AttemptRequest, AttemptResult } from './attempt-result.ts'
import { ladder, nextRung, nextStep, type Rung, type Tier } from './ladder.ts'
import { EngineUnavailableError, type BrowserPool } from './pool/contract.ts'

/** A proxy tier or a country was asked for that no configured proxy serves. */
export class ProxyNotConfiguredError extends Error {
  override readonly name = 'ProxyNotConfiguredError'
}

export interface ClimbPorts extends AttemptPorts {
  pool: Pick<BrowserPool, 'open' | 'engines'>
  tiers: ProxyTiers
}

export interface ClimbRequest {
  url: string
  page: BrowserPageOptions
  bodies: AttemptRequest['bodies']
  want: RenderWish
  /** End of the caller's budget, epoch milliseconds. */
  deadlineMs: number
  signal: AbortSignal
}

export interface Climb {
  /** In the order in which they were made. */
  attempts: AttemptResult[]
  /** The budget ended before an attempt decided. */
  budgetSpent: boolean
}

/**
 * The tiers a page may use, weakest first.
 * @throws ProxyNotConfiguredError when what was asked for is not there.
 */
export function tiersFor({ proxy, geolocation }: BrowserPageOptions, tiers: ProxyTiers): Tier[] {
  const serving = tiers.configured.filter((tier) => geolocation === null || tiers.servesCountry(tier))
  if (proxy === 'auto') {
    if (geolocation === null) return ['none', ...serving]
    if (serving.length > 0) return serving
    throw new ProxyNotConfiguredError(`no proxy that serves a country is configured; geolocation was ${geolocation}`)
  }
  const tier = proxyTiers.find((name): name is ProxyTier => name === proxy)
  if (tier === undefined || !tiers.configured.includes(tier)) {
    throw new ProxyNotConfiguredError(`the proxy \`${proxy}\` is not configured`)
  }
  if (!serving.includes(tier)) {
    throw new ProxyNotConfiguredError(`the proxy \`${proxy}\` serves no countries; geolocation was ${geolocation}`)
  }
  return [tier]
}

/**
 * Climbs.
 * @throws ProxyNotConfiguredError, EngineUnavailableError when there is no browser for the first
 *   attempt, the reason of `signal`.
 */
export async function climb(request: ClimbRequest, ports: ClimbPorts): Promise<Climb> {
  const { page, deadlineMs } = request
  const rungs = ladder({ engines: ports.pool.engines, tiers: tiersFor(page, ports.tiers) })
  if (rungs.length === 0) throw new EngineUnavailableError('this worker has no browser')
  const attempts: AttemptResult[] = []
  let index = 0
  let repeats = 0
  for (;;) {
    const leftMs = deadlineMs - Date.now() - renderLimits.teardownMs - page.waitMs
    if (leftMs < renderLimits.attemptMinMs) return { attempts, budgetSpent: true }
    const budgetMs = Math.min(page.timeoutMs, leftMs)
    const result = await tryRung(request, rungs[index]!, budgetMs, ports).catch((error: unknown) => {
      // A stronger engine that cannot be started takes nothing away from what there is.
      if (error instanceof EngineUnavailableError && attempts.length > 0) return null
      throw error
    })
    if (result === null) return { attempts, budgetSpent: false }
    attempts.push(result)
    if (result.outcome === 'timeout' && budgetMs < page.timeoutMs) return { attempts, budgetSpent: true }
    const step = nextStep(result.outcome, repeats, result.httpStatus)
    const next = nextRung(rungs, index, step)
    if (next === null) return { attempts, budgetSpent: false }
    repeats = step === 'again' ? repeats + 1 : 0
    index = next
    // A slot holds one page at a time.
    await result.closed
  }
}

async function tryRung(
  { url, page, bodies, want, deadlineMs, signal }: ClimbRequest,
  rung: Rung,
  budgetMs: number,
  ports: ClimbPorts,
): Promise<AttemptResult> {
  const { tier } = rung
  const upstream =
    tier === 'none' ? null : ports.tiers.upstream(tier, { country: page.geolocation, session: randomUUID() })
  return await attemptPage({ url, page, rung, upstream, budgetMs, deadlineMs, bodies, want, signal }, ports)
}
