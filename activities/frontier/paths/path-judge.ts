/**
 * What the patterns of one job say of its URLs. They are matched on a thread, many at a time and within the
 * budget of the job; a job whose patterns use it up has no more of its URLs matched, and fails.
 */
import { patternLimits } from '@seine/shared/config/pattern-limits.ts'
import { PatternBudget, PatternTooCostlyError } from '@seine/shared/urls/pattern-budget.ts'
import { PathMatcher } from './path-matcher.ts'
import { createPathRules, matchedText, type BrokenPathRule, type PathLists, type PathRules } from './path-rules.ts'

/** Code of the failure of a job, and rule that keeps its URLs out from then on. */
export const tooCostlyCode = 'pattern_too_costly'

/** Why a URL is kept out. */
export type PathRefusal = BrokenPathRule['rule'] | typeof tooCostlyCode

/** One thread for all jobs of the process; it is there only while it has something to do. */
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

  /** Why the job has to fail, for its caller; null while the patterns cost what they may. */
  get failure(): string | null {
    return this.#failure
  }

  /** Matches URLs ahead of `refusal`. What they cost may set `failure`. */
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

  /** The rule that keeps one URL out, matched on the thread; null when it is admitted. */
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

  /** Forgets what was prepared. */
  forget(): void {
    this.#known.clear()
  }

  /** The rule that keeps a URL out, or null. */
  refusal(url: string | URL): PathRefusal | null {
    if (this.#isOpen) return null
    const text = matchedText(url)
    const known = this.#known.get(text)
    if (known !== undefined) return known
    if (this.#failure !== null) return tooCostlyCode
    // Not prepared: a single URL, matched here with no more than one URL may cost on the event loop.
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

  /** @throws the error when it says nothing about the patterns. */
  #giveUp(error: unknown): void {
    if (!(error instanceof PatternTooCostlyError)) throw error
    this.#failure = `${tooCostlyCode}: includePaths and excludePaths cost too much to match: ${error.message}`
    this.#known.clear()
  }
}
