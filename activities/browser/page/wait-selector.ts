import type { Page } from 'puppeteer'
import type { AttemptClock } from '../attempt-clock.ts'

export class InvalidSelectorError extends Error {
  override readonly name = 'InvalidSelectorError'
}

export async function awaitSelector(_page: Page, _css: string, _clock: AttemptClock): Promise<boolean> {
  throw new Error('not yet')
}
