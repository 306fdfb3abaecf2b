/** A real browser for tests of selectors and actions, launched in the same way as by browser workers. */
import { launch, type Browser, type Page } from 'puppeteer'
import type { BrowserAction } from '@seine/shared/selectors/browser-action.ts'
import { AttemptClock } from '@seine/activities/browser/time/attempt-clock.ts'
import type { ActionRun } from '@seine/activities/browser/actions/contract.ts'
import { runActions } from '@seine/activities/browser/actions/run.ts'
import { enginePath, sandboxFlags } from './engine-path.ts'

/** Timeout of an action that must succeed, milliseconds; a busy machine is slow. */
const patienceMs = 30_000

export async function launchBrowser(): Promise<Browser> {
  return launch({
    executablePath: await enginePath(),
    headless: 'shell',
    pipe: true,
    networkEnabled: false,
    args: [
      ...sandboxFlags,
      '--site-per-process',
      '--disable-background-networking',
      '--host-resolver-rules=MAP *.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
}

/** Opens a page with a document in its own context. */
export async function openPage(browser: Browser, html: string | { url: string }): Promise<Page> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.on('dialog', (dialog) => {
    dialog.dismiss().catch(() => {})
  })
  if (typeof html === 'string') await page.setContent(html)
  else await page.goto(html.url, { waitUntil: 'domcontentloaded' }).catch(() => null)
  return page
}

export const action = (kind: BrowserAction['action'], given: Partial<BrowserAction> = {}): BrowserAction => ({
  action: kind,
  selector: null,
  selectorType: 'css',
  value: null,
  durationMs: null,
  frameSelector: null,
  ifPresent: false,
  timeoutMs: patienceMs,
  ...given,
})

/** Runs actions with a generous timeout. */
export async function run(page: Page, ...actions: BrowserAction[]): Promise<ActionRun> {
  const clock = new AttemptClock(120_000)
  try {
    return await runActions(page, actions, clock)
  } finally {
    clock.clear()
  }
}

export async function closePage(page: Page): Promise<void> {
  await page.browserContext().close()
}

/** Opens a page with a document, runs work on it, and closes it. */
export async function withPage<T>(
  browser: Browser,
  html: string | { url: string },
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await openPage(browser, html)
  try {
    return await work(page)
  } finally {
    await closePage(page)
  }
}
