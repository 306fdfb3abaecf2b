/**
 * The ladder of a page in a browser: which engine and which proxy tier each attempt uses. A rung is
 * climbed only when what went wrong may go right there.
 */
import type { BrowserOutcome, EngineName, ProxyTier } from '@seine/shared/api/browser-page.ts'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'

/** `none` connects directly. */
export type Tier = 'none' | ProxyTier

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
export type NextStep =
  /** This attempt's result is the answer. */
  | 'stop'
  /** The same rung again, in a fresh context. */
  | 'again'
  /** The next rung, with another engine if there is one. */
  | 'climb'
  /** The next rung that has another tier. */
  | 'next_tier'

/**
 * What an outcome asks for.
 * @param repeats attempts that were already repeated on this rung.
 * @param status of the answer; a site that limits rates counts addresses, not engines.
 */
export function nextStep(outcome: BrowserOutcome, repeats: number, status: number | null = null): NextStep {
  if (outcome === 'blocked') return status === 429 ? 'next_tier' : 'climb'
  if (outcome === 'proxy_error') return 'next_tier'
  if (outcome === 'browser_crashed') return repeats < renderLimits.crashRepeats ? 'again' : 'climb'
  return 'stop'
}

/**
 * The index of the rung to go on with, or null when there is none left.
 * @param index of the rung the attempt was made on.
 */
export function nextRung(rungs: readonly Rung[], index: number, step: NextStep): number | null {
  if (step === 'stop') return null
  if (step === 'again') return index
  const tier = rungs[index]?.tier
  const next = rungs.findIndex((rung, at) => at > index && (step === 'climb' || rung.tier !== tier))
  return next === -1 ? null : next
}
