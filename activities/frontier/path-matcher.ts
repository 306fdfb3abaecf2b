/**
 * Matches paths with the patterns of callers on a thread of its own: what a pattern costs holds up neither
 * heartbeats nor other calls of the process. Jobs take turns of `patternLimits.stepsPerTurn` steps.
 */
import { Worker } from 'node:worker_threads'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { patternLimits } from '@seine/shared/config/pattern-limits.ts'
import { PatternTooCostlyError, type PatternBudget } from '@seine/shared/url/pattern-budget.ts'
import { watchTime } from '../extract/thread-time.ts'
import { pathVerdicts, type PathCall, type PathMessage } from './path-calls.ts'
import type { BrokenPathRule, PathLists } from './path-rules.ts'

type Answer = Exclude<PathMessage, { kind: 'ready' }>

export interface PathMatcherOptions {
  /** Script of the thread; tests put a misbehaving one here. */
  threadUrl?: URL
  /** CPU time of one call. @default patternLimits.callBudgetMs */
  callBudgetMs?: number
  /** Heap of the thread in MiB. @default patternLimits.threadHeapMaxMb */
  threadHeapMaxMb?: number
}

/** Has a thread while there are paths to match, and a little longer; it keeps no process alive. */
export class PathMatcher {
  readonly #threadUrl: URL
  readonly #callBudgetMs: number
  readonly #threadHeapMaxMb: number
  #started: Promise<Worker> | null = null
  /** The last call in line. */
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #idle: NodeJS.Timeout | undefined

  constructor({ threadUrl, callBudgetMs, threadHeapMaxMb }: PathMatcherOptions = {}) {
    this.#threadUrl = threadUrl ?? new URL('./path-thread.ts', import.meta.url)
    this.#callBudgetMs = callBudgetMs ?? patternLimits.callBudgetMs
    this.#threadHeapMaxMb = threadHeapMaxMb ?? patternLimits.threadHeapMaxMb
  }

  /**
   * Matches paths with the lists of one job.
   * @param texts results of `matchedText`.
   * @param budget of the job; every path adds to it.
   * @returns for every path the rule that it breaks, or null.
   * @throws PatternTooCostlyError when the budget is used up, or the lists cost more than the thread can bear.
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

  /** One call, after those that came before it. */
  async #call(call: PathCall): Promise<Answer> {
    this.#waiting += 1
    clearTimeout(this.#idle)
    const turn = this.#last.then(async () => await this.#perform(call))
    this.#last = turn.catch(() => {})
    try {
      return await turn
    } finally {
      this.#waiting -= 1
      if (this.#waiting === 0) this.#idle = setTimeout(() => void this.close(), patternLimits.threadIdleMs).unref()
    }
  }

  async #perform(call: PathCall): Promise<Answer> {
    const worker = await this.#start()
    worker.ref()
    return await new Promise((resolve) => {
      const settle = (answer: Answer): void => {
        stopWatch()
        worker.off('message', onMessage)
        worker.off('error', onEnd)
        worker.off('exit', onEnd)
        worker.unref()
        resolve(answer)
      }
      const onMessage = (message: PathMessage): void => {
        if (message.kind !== 'ready') settle(message)
      }
      const onEnd = (): void => settle({ kind: 'refused', reason: 'the patterns take more memory than they may take' })
      worker.on('message', onMessage)
      worker.on('error', onEnd)
      worker.on('exit', onEnd)
      const stopWatch = watchTime(worker, this.#callBudgetMs, () => {
        void this.close()
        settle({ kind: 'refused', reason: 'the patterns take more time than they may take' })
      })
      worker.postMessage(call, [])
    })
  }

  #start(): Promise<Worker> {
    this.#started ??= this.#spawn()
    return this.#started
  }

  #spawn(): Promise<Worker> {
    const worker = new Worker(this.#threadUrl, {
      name: 'seine-paths',
      env: {},
      execArgv: [],
      // Nothing it prints is for the log of this process; reading it would keep the process alive.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: this.#threadHeapMaxMb },
    })
    const started = new Promise<Worker>((resolve, reject) => {
      const forget = (): void => {
        clearTimeout(timer)
        if (this.#started === started) this.#started = null
        void worker.terminate()
        reject(new Error('the thread that matches paths has ended'))
      }
      const timer = setTimeout(forget, extractLimits.threadStartBudgetMs)
      worker.on('error', forget)
      worker.once('exit', forget)
      worker.once('message', () => {
        clearTimeout(timer)
        resolve(worker)
      })
    })
    return started
  }

  /** Ends the thread; the next call gets a new one. */
  async close(): Promise<void> {
    const started = this.#started
    this.#started = null
    const worker = await started?.catch(() => null)
    await worker?.terminate()
  }
}
