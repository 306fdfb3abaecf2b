/** Decides when a browser is replaced, and how long to wait before the next start. */
import { poolLimits } from '@seine/shared/config/browser-limits.ts'

export interface ReplacementRules {
  contextsPerBrowserMax: number
  browserAgeMaxMs: number
  browserMemoryMaxBytes: number
  pageCrashesMax: number
  pageCrashesWindowMs: number
}

export interface BrowserFacts {
  /** Contexts opened so far. */
  contexts: number
  ageMs: number
  /** Null until it has been measured. */
  memoryBytes: number | null
  /** How long ago each crash of a page was, milliseconds. */
  crashesAgoMs: readonly number[]
}

/** Returns why a browser is due to be replaced; null when it is not. */
export function whyReplace(facts: BrowserFacts, rules: ReplacementRules = poolLimits): string | null {
  const crashes = facts.crashesAgoMs.filter((agoMs) => agoMs <= rules.pageCrashesWindowMs).length
  if (facts.contexts >= rules.contextsPerBrowserMax) return `it has opened ${facts.contexts} contexts`
  if (facts.ageMs >= rules.browserAgeMaxMs) return `it has run for ${Math.round(facts.ageMs / 1_000)} s`
  if ((facts.memoryBytes ?? 0) >= rules.browserMemoryMaxBytes) return `it takes ${facts.memoryBytes} bytes of memory`
  return crashes >= rules.pageCrashesMax ? `${crashes} of its pages crashed` : null
}

/** Returns the pause before the next start of a browser, milliseconds; it doubles with every failure in a row. */
export function relaunchPauseMs(failuresInARow: number): number {
  if (failuresInARow <= 0) return 0
  return Math.min(poolLimits.relaunchBackoffMs * 2 ** (failuresInARow - 1), poolLimits.relaunchBackoffMaxMs)
}
