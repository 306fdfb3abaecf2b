/** Reading from a page that may be on its way to another document, and may have changed every built-in it has. */
import type { Page } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import { frameIdOf, sessionOf } from '../actions/world.ts'
import type { AttemptClock } from '../time/attempt-clock.ts'

const teardown =
  /context was destroyed|cannot find context|context with specified id|frame (?:got |was )?detached|detached frame|inspected target navigated|no frame (?:for|with)|frame with the given/i

/** Whether an error says that the document went away under a command, and not that the page is gone. */
export const isTeardown = (error: unknown): boolean => error instanceof Error && teardown.test(error.message)

/**
 * Runs a function in the main frame, in a world of its own: it sees the document, and none of the
 * page's scripts, globals and patched prototypes.
 * @param run self-contained; its arguments and its result are JSON.
 * @throws Error with what the function throws, and what the protocol says of a document that is gone.
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
 * Runs a function in the page as `evaluateApart` does, again when a navigation tears the document away
 * under it.
 * @param capMs longest wait for one answer, and how long it is tried again.
 * @throws StepTimeoutError when the page does not answer, AttemptEndedError when the attempt ends,
 * whatever the function throws.
 */
export async function evaluateSteadily<Args extends unknown[], Result>(
  page: Page,
  clock: AttemptClock,
  capMs: number,
  run: (...args: Args) => Result,
  ...args: Args
): Promise<Awaited<Result>> {
  const endsAtMs = performance.now() + capMs
  for (;;) {
    try {
      return await clock.step(evaluateApart(page, run, ...args), capMs)
    } catch (error) {
      if (!isTeardown(error) || performance.now() > endsAtMs) throw error
      await clock.sleep(renderLimits.documentRetryMs)
    }
  }
}
