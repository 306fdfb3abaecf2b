/**
 * Matches paths with the patterns of callers on a separate thread: a costly pattern delays neither heartbeats nor other
 * calls of the process. Jobs take turns of `patternLimits.stepsPerTurn` steps.
 */
import { patternLimits } from '@seine/shared/config/pattern-limits.ts'
import { PatternTooCostlyError, type PatternBudget } from '@seine/shared/urls/pattern-budget.ts'
import { KillableThread } from '../../threads/killable-thread.ts'
import type { LossReason } from '../../threads/perform-task.ts'
import { pathVerdicts, type PathCall, type PathMessage } from './path-calls.ts'
import type { BrokenPathRule, PathLists } from './path-rules.ts'

type Answer = Exclude<PathMessage, { kind: 'ready' }>

export interface PathMatcherOptions {
  /** Script of the thread; tests pass a misbehaving one. */
  threadUrl?: URL
  /** CPU time of one call in milliseconds. @default patternLimits.callBudgetMs */
  callBudgetMs?: number
  /** Heap of the thread in MiB. @default patternLimits.threadHeapMaxMb */
  threadHeapMaxMb?: number
}

const lossTexts: Readonly<Record<LossReason, string>> = {
  time_budget: 'matching the patterns exceeds the time limit',
  memory_budget: 'matching the patterns exceeds the memory limit',
  thread_crash: 'matching the patterns ended its thread',
}

/** Keeps a thread while there are paths to match, and a little longer; the thread does not keep the process alive. */
export class PathMatcher {
  readonly #thread: KillableThread<PathCall, Answer>

  constructor({ threadUrl, callBudgetMs, threadHeapMaxMb }: PathMatcherOptions = {}) {
    this.#thread = new KillableThread({
      name: 'seine-paths',
      script: threadUrl ?? new URL('./path-thread.ts', import.meta.url),
      budgetMs: callBudgetMs ?? patternLimits.callBudgetMs,
      heapMaxMb: threadHeapMaxMb ?? patternLimits.threadHeapMaxMb,
      idleMs: patternLimits.threadIdleMs,
    })
  }

  /**
   * Matches paths with the lists of one job.
   * @param texts results of `matchedText`.
   * @param budget step budget of the job; every path adds steps to it.
   * @returns for every path the rule that it breaks, or null.
   * @throws PatternTooCostlyError when the budget is used up, or the lists exceed the time or memory limit of the
   * thread.
   */
  async match(lists: PathLists, texts: readonly string[], budget: PatternBudget): Promise<(BrokenPathRule | null)[]> {
    const broken: (BrokenPathRule | null)[] = []
    budget.refill(patternLimits.stepsAtFirst, patternLimits.stepsPerText * texts.length)
    while (broken.length < texts.length) {
      const next = texts.slice(broken.length, broken.length + patternLimits.textsPerCall)
      const answer = await this.#call({ lists, texts: next, steps: budget.left })
      if (answer.kind === 'refused') throw new PatternTooCostlyError(answer.reason)
      for (const verdict of answer.verdicts) broken.push(pathVerdicts[verdict]!)
      budget.spend(answer.spent)
    }
    return broken
  }

  async #call(call: PathCall): Promise<Answer> {
    const end = await this.#thread.run(call)
    return end.kind === 'answered' ? end.answer : { kind: 'refused', reason: lossTexts[end.reason] }
  }

  /** Ends the thread; the next call starts a new one. */
  async close(): Promise<void> {
    await this.#thread.end()
  }
}
