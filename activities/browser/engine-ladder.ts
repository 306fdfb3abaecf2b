/**
 * The ladder of a page in a browser: the engine and proxy tier of each attempt. The next rung is used only when the
 * failure may not occur there.
 */
import type { BrowserOutcome, EngineName } from '@seine/shared/tasks/browser-page.ts'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import type { Tier } from '@seine/shared/egress/proxies/proxy-routes.ts'

/** One combination of engine and proxy tier. */
export interface Rung {
  engine: EngineName
  tier: Tier
}

/** The engines and tiers to build a ladder from. */
export interface LadderParts {
  /** Engines with an installed executable, cheapest first. */
  engines: readonly EngineName[]
  /** Tiers that a page may use, weakest first; the ladder starts with the first. */
  tiers: readonly Tier[]
}

/**
 * Returns the rungs in order: the cheapest engine, then the fuller one, then stronger tiers with the fuller engine.
 * Never empty when there is an engine and a tier.
 */
export function ladder({ engines, tiers }: LadderParts): Rung[] {
  const [first, ...stronger] = tiers
  const fullest = engines.at(-1)
  if (first === undefined || fullest === undefined) return []
  return [...engines.map((engine) => ({ engine, tier: first })), ...stronger.map((tier) => ({ engine: fullest, tier }))]
}

/** What follows an attempt. */
export type LadderStep =
  /** The result of this attempt is the answer. */
  | 'stop'
  /** The same rung again, in a fresh context. */
  | 'again'
  /** The next rung, with another engine if there is one. */
  | 'climb'
  /** The same rung through the next provider of its tier; if none exists, the next tier. */
  | 'next_provider'
  /** The next rung that has another tier. */
  | 'next_tier'

/** What the step after an attempt depends on. */
export interface LadderInput {
  outcome: BrowserOutcome
  /** Status of the answer; a site that limits rates (429) counts addresses, not engines. */
  httpStatus: number | null
  isPageCrash: boolean
}

/**
 * Returns the step that follows an attempt.
 * @param repeats how often its rung was already repeated.
 */
export function nextStep({ outcome, httpStatus, isPageCrash }: LadderInput, repeats: number): LadderStep {
  const { pageCrashRepeats, browserCrashRepeats } = renderLimits
  if (outcome === 'blocked') return httpStatus === 429 ? 'next_tier' : 'climb'
  if (outcome === 'proxy_error') return 'next_provider'
  if (outcome === 'browser_crashed') {
    return repeats < (isPageCrash ? pageCrashRepeats : browserCrashRepeats) ? 'again' : 'climb'
  }
  return 'stop'
}

/**
 * Returns the index of the next rung, or null after the last one.
 * @param index index of the rung of the attempt.
 * @param providersLeft number of providers of its tier that have not been tried.
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
