import type { Page } from 'puppeteer'
import type { BrowserOutcome } from '@seine/shared/api/browser-page.ts'
import type { AttemptClock } from '../attempt-clock.ts'
import type { TrafficView } from '../recorder/contract.ts'

export type NavigationEnd =
  | { kind: 'document' }
  | { kind: 'ended'; outcome: BrowserOutcome; code: string; message: string }

export const isWebUrl = (url: string): boolean => /^https?:\/\//i.test(url)

export async function navigate(
  _page: Page,
  _url: string,
  _options: { loadDom: boolean },
  _traffic: TrafficView,
  _clock: AttemptClock,
): Promise<NavigationEnd> {
  throw new Error('not yet')
}
