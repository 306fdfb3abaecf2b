/**
 * The time of one attempt, and everything that can end it early: the caller, a crash of the page, the loss of the
 * browser. Every step that waits for a browser races it, because a command to a crashed page never settles.
 */

/**
 * Why an attempt cannot continue. `message_too_large`: the browser was lost because of a protocol message over the
 * size limit.
 */
export type AttemptEnd = 'timeout' | 'crashed' | 'lost' | 'message_too_large' | 'aborted'

export class AttemptEndedError extends Error {
  override readonly name = 'AttemptEndedError'
  readonly end: AttemptEnd

  constructor(end: AttemptEnd, message: string) {
    super(message)
    this.end = end
  }
}

/** A step took longer than its own limit, while the attempt continues. */
export class StepTimeoutError extends Error {
  override readonly name = 'StepTimeoutError'
}

const messages: Record<AttemptEnd, string> = {
  timeout: 'the time of the attempt ran out',
  crashed: 'the page crashed',
  lost: 'the browser was lost',
  message_too_large: 'the browser was ended: a protocol message of one of its pages exceeded the size limit',
  aborted: 'the attempt was aborted',
}

/** Creates the error for an attempt that has ended. */
export const attemptEnded = (end: AttemptEnd): AttemptEndedError => new AttemptEndedError(end, messages[end])

/** Whether an error says that the time of the attempt ran out, and not that its page or its caller has gone. */
export const isOutOfTime = (error: unknown): boolean => error instanceof AttemptEndedError && error.end === 'timeout'

/** Counts down from its construction. */
export class AttemptClock {
  readonly #endsAtMs: number
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout

  readonly #over: AbortSignal | undefined
  readonly #onOver = (): void => this.#abort(this.#over?.reason)

  /**
   * @param budgetMs time of the attempt, milliseconds.
   * @param over ends the attempt earlier; its abort reason is an `AttemptEndedError`.
   */
  constructor(budgetMs: number, over?: AbortSignal) {
    this.#endsAtMs = performance.now() + budgetMs
    this.#timer = setTimeout(() => this.end('timeout'), Math.max(0, budgetMs))
    this.#over = over
    if (over?.aborted === true) this.#onOver()
    else over?.addEventListener('abort', this.#onOver, { once: true })
  }

  /** Aborts when the attempt is over; the abort reason is an `AttemptEndedError`. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Milliseconds left; 0 when the attempt is over. */
  leftMs(): number {
    return this.signal.aborted ? 0 : Math.max(0, this.#endsAtMs - performance.now())
  }

  /** Ends the attempt now; only the first reason counts. */
  end(reason: AttemptEnd): void {
    this.#abort(attemptEnded(reason))
  }

  /**
   * Waits for a step. A rejection of the step after this wait has ended is ignored.
   * @param capMs longest wait for this step alone, milliseconds.
   * @throws AttemptEndedError when the attempt ends first; StepTimeoutError after `capMs`.
   */
  async step<T>(work: Promise<T>, capMs = Number.POSITIVE_INFINITY): Promise<T> {
    work.catch(() => {})
    this.signal.throwIfAborted()
    const { promise: ended, reject } = Promise.withResolvers<never>()
    const onAbort = (): void => reject(this.signal.reason as Error)
    this.signal.addEventListener('abort', onAbort, { once: true })
    const timer =
      capMs === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(() => reject(new StepTimeoutError(`no answer within ${Math.round(capMs)} ms`)), capMs)
    try {
      return await Promise.race([work, ended])
    } finally {
      clearTimeout(timer)
      this.signal.removeEventListener('abort', onAbort)
    }
  }

  /**
   * Waits for the given milliseconds.
   * @throws AttemptEndedError when the attempt ends first.
   */
  async sleep(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const slept = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms)
    })
    try {
      await this.step(slept)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Releases the timer and the signal; call it when the attempt is over. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#over?.removeEventListener('abort', this.#onOver)
  }

  #abort(reason: unknown): void {
    clearTimeout(this.#timer)
    this.#controller.abort(reason)
  }
}
