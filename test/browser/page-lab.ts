/** A page of a real browser, set up as for an attempt, for tests of the page drivers. */
import type { Page } from 'puppeteer'
import { AttemptClock } from '@seine/activities/browser/time/attempt-clock.ts'
import { blockResources } from '@seine/activities/browser/page/blocked-resources.ts'
import { applyIdentity, identityFor } from '@seine/activities/browser/page/identity.ts'
import { isWebUrl, navigate, type NavigationEnd } from '@seine/activities/browser/page/navigate.ts'
import { answerPopupDialogs, setUpPage } from '@seine/activities/browser/page/page-setup.ts'
import type { Recorder } from '@seine/activities/browser/recorder/contract.ts'
import { createRecorder } from '@seine/activities/browser/recorder/recorder.ts'
import type { BlockableResource } from '@seine/shared/tasks/browser-page.ts'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import { patienceMs, type RecorderLab } from './recorder-lab.ts'

export interface VisitOptions {
  headers?: Record<string, string>
  geolocation?: string
  block?: BlockableResource[]
  loadDom?: boolean
  /** Time of the attempt, milliseconds. @default 60 s */
  budgetMs?: number
}

export interface Visit {
  page: Page
  recorder: Recorder
  clock: AttemptClock
  /** End of the navigation to the URL. */
  end: NavigationEnd
}

/**
 * Navigates a page in its own context, passes it on and closes it.
 * @param url any text; `navigate` refuses anything but a web URL.
 */
export async function visit<Result>(
  lab: RecorderLab,
  url: string,
  wish: VisitOptions,
  look: (visit: Visit) => Promise<Result>,
): Promise<Result> {
  const context = await lab.browser.createBrowserContext()
  let clock: AttemptClock | null = null
  try {
    const version = (await lab.browser.version()).split('/')[1] ?? ''
    const options = { headers: wish.headers ?? {}, geolocation: wish.geolocation ?? null }
    const identity = identityFor(version, options, isWebUrl(url) ? url : null)
    let cookiesSet = Promise.resolve(0)
    const recorder = createRecorder({
      hub: lab.hub,
      browserContextId: context.id ?? '',
      bounds: captureLimits,
      bodies: 'calls',
      flushMs: patienceMs,
      onTarget: (target) => {
        answerPopupDialogs(target)
        const applied = applyIdentity(target, identity)
        if (target.type === 'page') cookiesSet = applied
        if (wish.block !== undefined) blockResources(target, wish.block)
      },
    })
    const page = await context.newPage()
    await cookiesSet
    // The time covers the navigation only, not the creation of a context, which is slow on a busy machine.
    const running = new AttemptClock(wish.budgetMs ?? 60_000)
    clock = running
    page.once('error', () => running.end('crashed'))
    setUpPage(page)
    recorder.begin()
    const end = await navigate(page, url, { loadDom: wish.loadDom ?? true }, recorder.traffic, running)
    return await look({ page, recorder, clock: running, end })
  } finally {
    clock?.clear()
    await context.close()
  }
}
