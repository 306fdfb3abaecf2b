import type { Page } from 'puppeteer'
import type { AttemptClock } from '../attempt-clock.ts'

export async function takeScreenshot(
  _page: Page,
  _kind: 'viewport' | 'full_page',
  _clock: AttemptClock,
): Promise<Uint8Array> {
  throw new Error('not yet')
}
