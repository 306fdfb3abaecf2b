import type { Page } from 'puppeteer'
import type { AttemptClock } from '../attempt-clock.ts'

export async function dismissConsent(_page: Page, _clock: AttemptClock): Promise<{ cmp: string } | null> {
  throw new Error('not yet')
}
