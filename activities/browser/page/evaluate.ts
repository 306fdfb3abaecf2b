/** Reading from a page that may be on its way to another document. */
import type { EvaluateFunc, Page } from 'puppeteer'
import type { AttemptClock } from '../attempt-clock.ts'

const teardown =
  /context was destroyed|cannot find context|context with specified id|frame (?:got |was )?detached|detached frame|inspected target navigated/i

/** Whether an error says that the document went away under a command, and not that the page is gone. */
export const isTeardown = (error: unknown): boolean => error instanceof Error && teardown.test(error.message)

const pauseMs = 50

/**
 * Runs a function in the page, again when a navigation tears the document away under it.
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
      return await clock.step(page.evaluate(run as EvaluateFunc<Args>, ...args) as Promise<Awaited<Result>>, capMs)
    } catch (error) {
      if (!isTeardown(error) || performance.now() > endsAtMs) throw error
      await clock.sleep(pauseMs)
    }
  }
}
