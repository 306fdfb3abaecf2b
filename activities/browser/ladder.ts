/**
 * The ladder of a page in a browser: which engine and which proxy tier each attempt uses. A rung is
 * climbed only when what went wrong may go right there.
 */
import type { BrowserOutcome, EngineName } from '@seine/shared/tasks/browser-page.ts'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import type { Tier } from '@seine/shared/egress/proxies/proxy-routes.ts'

/** One way of asking for a page. */
export interface Rung {
  engine: EngineName
  tier: Tier
}

/** What there is to climb with. */
export interface LadderParts {
  /** Engines there is an executable for, cheapest first. */
  engines: readonly EngineName[]
  /** Tiers a page may use, weakest first; the first is where the ladder begins. */
  tiers: readonly Tier[]
}

/**
 * The rungs in order: the cheapest engine, then the fuller one, then stronger tiers with the fuller
 * engine. Never empty when there is an engine and a tier.
 */
export function ladder({ engines, tiers }: LadderParts): Rung[] {
  const [first, ...stronger] = tiers
  const fullest = engines.at(-1)
  if (first === undefined || fullest === undefined) return []
  return [...engines.map((engine) => ({ engine, tier: first })), ...stronger.map((tier) => ({ engine: fullest, tier }))]
}

/** Where the ladder goes on after an attempt. */
export type LadderStep =
  /** This attempt's result is the answer. */
  | 'stop'
  /** The same rung again, in a fresh context. */
  | 'again'
  /** The next rung, with another engine if there is one. */
  | 'climb'
  /** The same rung through the next provider of its tier; when there is none, the next tier. */
  | 'next_provider'
  /** The next rung that has another tier. */
  | 'next_tier'

/**
 * What an outcome asks for.
 * @param repeats attempts that were already repeated on this rung.
 * @param status of the answer; a site that limits rates counts addresses, not engines.
 */
export function nextStep(outcome: BrowserOutcome, repeats: number, status: number | null = null): LadderStep {
  if (outcome === 'blocked') return status === 429 ? 'next_tier' : 'climb'
  if (outcome === 'proxy_error') return 'next_provider'
  if (outcome === 'browser_crashed') return repeats < renderLimits.crashRepeats ? 'again' : 'climb'
  return 'stop'
}

/**
 * The index of the rung to go on with, or null when there is none left.
 * @param index of the rung the attempt was made on.
 * @param providersLeft providers of its tier that have not been tried.
 */
export function nextRung(
  rungs: readonly Rung[],
  index: number,
  step: LadderStep,
  providersLeft: number = 0,
): number | null {
  if (step === 'stop') return null
  if (step === 'again' || (step === 'next_provider' && providersLeft > 0)) return index
  const tier = rungs[index]?.tier
  const next = rungs.findIndex((rung, at) => at > index && (step === 'climb' || rung.tier !== tier))
  return next === -1 ? null : next
}
