/** Runs rows: every row ends, and one that throws counts as failed. Rows that count run beside each other. */
import type { Mark } from '../bench/labs/lab.ts'
import { historiesOf, type KeptHistory } from './kept-histories.ts'
import { NotRunError, type OwnSettings, type Row, type RowContext, type RowResult, type RunContext } from './row.ts'
import { startReliabilityStack, type ReliabilityStack, type ReliabilityStackOptions } from './reliability-stack.ts'
import { reliabilityLimits } from './reliability-limits.ts'
import { sharedOptions } from './shared-options.ts'
import { errorMessage } from '@seine/shared/values/error-message.ts'

/** The stack that rows of one lane share. */
class SharedStack {
  readonly #options: ReliabilityStackOptions
  #stack: Promise<ReliabilityStack> | null = null

  constructor(options: ReliabilityStackOptions) {
    this.#options = options
  }

  async get(): Promise<ReliabilityStack> {
    this.#stack ??= startReliabilityStack(this.#options)
    return await this.#stack
  }

  async close(): Promise<void> {
    const stack = this.#stack
    this.#stack = null
    // A stack that failed to start has closed itself.
    await (await stack?.catch(() => null))?.close()
  }
}

type Closer = () => Promise<unknown>

/** Closes what a row has left open; errors are reported and change no figure. */
async function closeAll(closers: Closer[], { progress }: RunContext): Promise<void> {
  for (const close of closers.splice(0).toReversed()) {
    await close().catch((error: unknown) => progress.note(`  ! ${errorMessage(error)}`))
  }
}

/** Runs rows one after the other, on a shared stack where they can share it. */
export class RowRunner {
  readonly #run: RunContext
  readonly #shared: SharedStack
  readonly #histories: KeptHistory[]

  /**
   * @param rows those that may be run: their shortened forms share a stack.
   * @param histories those kept by the rows of a whole run.
   */
  constructor(run: RunContext, rows: readonly Row[], histories: KeptHistory[] = []) {
    this.#run = run
    this.#shared = new SharedStack(run.short ? sharedOptions(rows) : {})
    this.#histories = histories
  }

  /**
   * Runs one row to its end, or until its time is up.
   * @throws the reason of the run's signal when it is aborted; any other error becomes the row's result.
   */
  async run(row: Row): Promise<RowResult> {
    this.#run.signal.throwIfAborted()
    const step = this.#run.progress.begin(row.id, row.name)
    const result = await this.#runRow(row)
    if (result.outcome === 'passed') step.done()
    else step.fail(result.reason ?? undefined)
    // Resources left by a failed row must not affect the next.
    if (result.outcome === 'failed') await this.#shared.close()
    return result
  }

  /** Closes the stack. */
  async close(): Promise<void> {
    await this.#shared.close()
  }

  async #runRow(row: Row): Promise<RowResult> {
    const { short, signal: stopped } = this.#run
    const timeoutMs = short ? reliabilityLimits.shortRowTimeoutMs : (row.timeoutMs ?? reliabilityLimits.rowTimeoutMs)
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), timeoutMs)
    const signal = AbortSignal.any([stopped, timeout.signal])
    const closers: Closer[] = []
    const startedAt = performance.now()
    const over = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => {
      over.reject(new Error(timeout.signal.aborted ? `did not end within ${timeoutMs / 1_000} s` : 'interrupted'))
    })
    const result = (outcome: RowResult['outcome'], marks: Mark[], reason: string | null): RowResult => ({
      row,
      outcome,
      marks,
      reason,
      durationMs: performance.now() - startedAt,
    })
    try {
      const work = row.run(this.#context(row, signal, closers))
      // After a timeout the work fails because its resources are closed.
      work.catch(() => undefined)
      const marks = await Promise.race([work, over.promise])
      const passed = marks.length > 0 && marks.every((mark) => mark.passed)
      return result(passed ? 'passed' : 'failed', marks, null)
    } catch (error) {
      stopped.throwIfAborted()
      if (error instanceof NotRunError) return result('not run', [], error.message)
      return result('failed', [], `broke off: ${errorMessage(error)}`)
    } finally {
      clearTimeout(timer)
      await closeAll(closers, this.#run)
    }
  }

  #context(row: Row, signal: AbortSignal, closers: Closer[]): RowContext {
    const { short } = this.#run
    const beganAt = new Date()
    return {
      short,
      signal,
      sharedStack: async () => await this.#shared.get(),
      ownStack: async (more: OwnSettings = {}) => {
        // Starting a stack costs more than most shortened forms do.
        if (short) {
          const stack = await this.#shared.get()
          for (const entry of more.egressAllow ?? []) await stack.allowAddresses(entry)
          return stack
        }
        // A stack that nothing uses would only take memory and processors from the other.
        await this.#shared.close()
        const starting = startReliabilityStack({ ...row.stack, ...more })
        // Registered before it starts: a row may time out while its stack starts.
        closers.push(async () => await (await starting.catch(() => null))?.close())
        return await starting
      },
      serve: async (stack, starting) => {
        const site = await starting
        closers.push(async () => await site.close())
        await stack.allow('url' in site ? site.url : site.origin)
        return site
      },
      keepHistories: async ({ t }) => void this.#histories.push(...(await historiesOf(t, beganAt))),
      histories: this.#histories,
      contextOf: (other) => this.#context(other, signal, closers),
      atEnd: (close) => void closers.push(close),
    }
  }
}

/** Returns shortened rows in the order in which they can share stacks. */
export const inSharedOrder = (rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => Number(b.opening ?? false) - Number(a.opening ?? false))

/** Runs the rows of a queue one after the other until it is empty. @param done called after each row. */
async function runLane(queue: Row[], runner: RowRunner, done: (result: RowResult) => void): Promise<void> {
  try {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) done(await runner.run(row))
  } finally {
    await runner.close()
  }
}

/**
 * Runs rows: those that need the machine for themselves one after the other, then the others in lanes beside each
 * other, the longest first, then those that need what others have left. Of shortened forms, those that must be the
 * first on their stack go before the longest.
 * @param onResult called after each row.
 * @returns the results in the order of the rows.
 * @throws the reason of the signal of the run when it is aborted, after everything is closed.
 */
export async function runRows(
  rows: readonly Row[],
  run: RunContext,
  onResult: (result: RowResult) => void,
): Promise<RowResult[]> {
  const results = new Map<Row, RowResult>()
  const histories: KeptHistory[] = []
  const lanesOf = async (chosen: Row[], lanes: number): Promise<void> => {
    const queue = run.short ? inSharedOrder(chosen) : chosen
    const lane = async (): Promise<void> =>
      await runLane(queue, new RowRunner(run, rows, histories), (result) => {
        results.set(result.row, result)
        onResult(result)
      })
    const ends = await Promise.allSettled(Array.from({ length: Math.min(lanes, queue.length) }, lane))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
  const counting = rows.filter((row) => row.alone !== true && row.closing !== true)
  await lanesOf(
    rows.filter(({ alone }) => alone === true),
    1,
  )
  await lanesOf(
    counting.toSorted((a, b) => limitMs(b) - limitMs(a)),
    reliabilityLimits.lanes,
  )
  await lanesOf(
    rows.filter(({ closing }) => closing === true),
    1,
  )
  return rows.flatMap((row) => results.get(row) ?? [])
}

const limitMs = ({ timeoutMs }: Row): number => timeoutMs ?? reliabilityLimits.rowTimeoutMs
