/** Evaluates functions in a page that may navigate at any time and may have changed any built-in object. */
import type { Page } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import { frameIdOf, sessionOf } from '../actions/world.ts'
import { StepTimeoutError, type AttemptClock } from '../time/attempt-clock.ts'

const teardown =
  /context was destroyed|cannot find context|context with specified id|frame (?:got |was )?detached|detached frame|inspected target navigated|no frame (?:for|with)|frame with the given/i

/** Whether an error says that the document was replaced during a command, and not that the page is gone. */
export const isTeardown = (error: unknown): boolean => error instanceof Error && teardown.test(error.message)

/**
 * Waits for work in a page.
 * @returns null when the page does not answer in time, or navigates meanwhile: it is taken as it is.
 * @throws the other errors of the work.
 */
export async function whileItAnswers<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StepTimeoutError || isTeardown(error)) return null
    throw error
  }
}

/**
 * Runs a function in the main frame in an isolated world: it sees the document, but not the page's scripts, globals
 * or patched prototypes.
 * @param run self-contained; its arguments and its result are JSON.
 * @throws Error with the error of the function, or the protocol's message for a document that is gone.
 */
export async function evaluateApart<Args extends unknown[], Result>(
  page: Page,
  run: (...args: Args) => Result,
  ...args: Args
): Promise<Awaited<Result>> {
  const frame = page.mainFrame()
  const session = sessionOf(frame)
  const world = { frameId: frameIdOf(frame), worldName: 'seine-page' }
  const { executionContextId } = await session.send('Page.createIsolatedWorld', world)
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: run.toString(),
    executionContextId,
    arguments: args.map((value) => ({ value })),
    awaitPromise: true,
    returnByValue: true,
  })
  if (exceptionDetails === undefined) return result.value as Awaited<Result>
  throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
}

/**
 * Runs a command, and runs it again when a navigation replaces the document meanwhile.
 * @param capMs longest wait for one answer, and how long to go on retrying, milliseconds.
 * @throws StepTimeoutError when there is no answer, or when the page navigates all the time; AttemptEndedError when the
 *   attempt ends; the errors of the command.
 */
export async function steadily<Result>(
  clock: AttemptClock,
  capMs: number,
  command: () => Promise<Result>,
): Promise<Result> {
  const endsAtMs = performance.now() + capMs
  for (;;) {
    try {
      return await clock.step(command(), capMs)
    } catch (error) {
      if (!isTeardown(error)) throw error
      if (performance.now() > endsAtMs) throw new StepTimeoutError('the page navigates all the time')
      await clock.sleep(renderLimits.documentRetryMs)
    }
  }
}

/**
 * Runs a function as `evaluateApart` does, and runs it again when a navigation replaces the document meanwhile.
 * @param capMs longest wait for one answer, and how long to go on retrying, milliseconds.
 * @throws StepTimeoutError when the page does not answer, or navigates all the time; AttemptEndedError when the attempt
 *   ends; the errors of the function.
 */
export async function evaluateSteadily<Args extends unknown[], Result>(
  page: Page,
  clock: AttemptClock,
  capMs: number,
  run: (...args: Args) => Result,
  ...args: Args
): Promise<Awaited<Result>> {
  return await steadily(clock, capMs, async () => await evaluateApart(page, run, ...args))
}
