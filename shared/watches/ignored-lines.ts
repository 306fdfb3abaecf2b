/** Leaves out the lines of a page that the `ignore_patterns` of a watch find, with a limit for all pages of a run. */
import { patternLimits } from '../config/pattern-limits.ts'
import { PatternBudget } from '../urls/pattern-budget.ts'
import { compileAccepted, type PatternSet } from '../urls/patterns.ts'
import type { LoopTurn } from '../values/loop-turn.ts'

/** The limits of `patternLimits` that concern watches, steps. */
export type StepLimits = Record<'watchStepsAtFirst' | 'watchStepsPerPage' | 'watchStepsPerLine', number>

/** The patterns of a watch, compiled once for a run. */
export class IgnoredLines {
  readonly #patterns: PatternSet | null
  readonly #limits: StepLimits
  readonly #budget: PatternBudget

  /**
   * @param patterns of a watch, which were accepted earlier.
   * @param limits steps of a run. @default patternLimits
   */
  constructor(patterns: readonly string[], limits: StepLimits = patternLimits) {
    this.#limits = limits
    this.#budget = new PatternBudget(limits.watchStepsAtFirst)
    const compiled = patterns.length === 0 ? null : compileAccepted(patterns)
    this.#patterns = compiled?.ok === true ? compiled.patterns : null
  }

  /**
   * Returns the lines of one page that no pattern finds, and the empty ones.
   * @param turn of the event loop; asked after every line.
   * @throws PatternTooCostlyError when a line or the page takes too many steps; later pages may be asked.
   */
  async without(lines: readonly string[], turn: LoopTurn): Promise<readonly string[]> {
    const patterns = this.#patterns
    if (patterns === null) return lines
    const { watchStepsAtFirst, watchStepsPerPage } = this.#limits
    this.#budget.refill(watchStepsAtFirst, watchStepsPerPage)
    const kept: string[] = []
    for (const line of lines) {
      if (line === '' || !this.#matches(patterns, line)) kept.push(line)
      if (turn.isOver) await turn.next()
    }
    return kept
  }

  #matches(patterns: PatternSet, line: string): boolean {
    // A line has a limit of its own because no other work gets a turn while it is searched.
    const budget = new PatternBudget(Math.min(this.#budget.left, this.#limits.watchStepsPerLine))
    try {
      return patterns.matches(line, budget)
    } finally {
      this.#budget.spend(budget.spent)
    }
  }
}
