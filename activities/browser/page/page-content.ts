import type { Page } from 'puppeteer'
import type { AttemptClock } from '../attempt-clock.ts'

export interface PageHtml {
  html: string
  url: string
  truncated: boolean
}

export async function pageHtml(_page: Page, _clock: AttemptClock): Promise<PageHtml> {
  throw new Error('not yet')
}
