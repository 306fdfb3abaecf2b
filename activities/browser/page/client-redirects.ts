import type { Page } from 'puppeteer'
import type { AttemptClock } from '../attempt-clock.ts'
import type { TrafficView } from '../recorder/contract.ts'

export async function settleClientRedirects(_page: Page, _traffic: TrafficView, _clock: AttemptClock): Promise<void> {}
