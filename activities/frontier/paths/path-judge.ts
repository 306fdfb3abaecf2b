/**
 * Applies the path patterns of one job to its URLs. They are matched on a thread, many at a time and within the budget
 * of the job; when the patterns use up the budget, no more URLs of the job are matched and the job fails.
 */
import { patternLimits } from '@seine/shared/config/pattern-limits.ts'
import { PatternBudget, PatternTooCostlyError } from '@seine/shared/urls/pattern-budget.ts'
import { PathMatcher } from './path-matcher.ts'
import { createPathRules, matchedText, type BrokenPathRule, type PathLists, type PathRules } from './path-rules.ts'

/** Failure code of the job, and the rule that excludes its URLs from then on. */
export const tooCostlyCode = 'pattern_too_costly'

/** Why a URL is excluded. */
export type PathRefusal = BrokenPathRule['rule'] | typeof tooCostlyCode

/** One thread for all jobs of the process; it exists only while there is work for it. */
const matcher = new PathMatcher()

export class PathJudge {
  readonly #lists: PathLists
  readonly #isOpen: boolean
  readonly #budget = new PatternBudget(patternLimits.stepsAtFirst)
  readonly #known = new Map<string, PathRefusal | null>()
  #rules: PathRules | null = null
  #failure: string | null = null

  constructor({ includePaths, excludePaths }: PathLists) {
    this.#lists = { includePaths, excludePaths }
    this.#isOpen = includePaths.length === 0 && excludePaths.length === 0
  }

  /** True when there are no patterns: nothing has to be matched. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Error message for the caller when the job must fail; null while the patterns stay within their budget. */
  get failure(): string | null {
    return this.#failure
  }

  /** Matches URLs ahead of `refusal`. Sets `failure` when the patterns use up their budget. */
  async prepare(urls: readonly (string | URL)[]): Promise<void> {
    if (this.#isOpen || this.#failure !== null) return
    const texts = [...new Set(urls.map(matchedText))].filter((text) => !this.#known.has(text))
    if (texts.length === 0) return
    try {
      const broken = await matcher.match(this.#lists, texts, this.#budget)
      for (const [at, text] of texts.entries()) this.#known.set(text, broken[at]?.rule ?? null)
    } catch (error) {
      this.#giveUp(error)
    }
  }

  /** Returns the rule that excludes one URL, matched on the thread; null when the URL is admitted. */
  async refusalOf(url: URL): Promise<PathRefusal | null> {
    if (this.#isOpen) return null
    if (this.#failure !== null) return tooCostlyCode
    try {
      const [broken] = await matcher.match(this.#lists, [matchedText(url)], this.#budget)
      return broken?.rule ?? null
    } catch (error) {
      this.#giveUp(error)
      return tooCostlyCode
    }
  }

  /** Discards prepared results. */
  forget(): void {
    this.#known.clear()
  }

  /** Returns the rule that excludes a URL, or null. */
  refusal(url: string | URL): PathRefusal | null {
    if (this.#isOpen) return null
    const text = matchedText(url)
    const known = this.#known.get(text)
    if (known !== undefined) return known
    if (this.#failure !== null) return tooCostlyCode
    // Not prepared: a single URL, matched here with the steps that one URL may cost on the event loop.
    try {
      this.#rules ??= createPathRules(this.#lists)
      this.#budget.refill(patternLimits.stepsAtFirst, patternLimits.stepsPerText)
      const budget = new PatternBudget(Math.min(this.#budget.left, patternLimits.urlStepsMax))
      const broken = this.#rules.testText(text, budget)
      this.#budget.spend(budget.spent)
      return broken?.rule ?? null
    } catch (error) {
      this.#giveUp(error)
      return tooCostlyCode
    }
  }

  /** Sets `failure`. @throws the given error when it is not a PatternTooCostlyError. */
  #giveUp(error: unknown): void {
    if (!(error instanceof PatternTooCostlyError)) throw error
    this.#failure = `${tooCostlyCode}: includePaths and excludePaths cost too much to match: ${error.message}`
    this.#known.clear()
  }
}
