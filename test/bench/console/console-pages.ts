/** The console of a real stack in real Chromium, as a reader who is signed in has it. */
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'
import { consoleBenchLimits } from '@seine/tools/bench-limits.ts'
import { enginePath, sandboxFlags } from '../../browser/engine-path.ts'

/** An open view. */
export interface ConsolePage {
  page: Page
  /** Its debugging session. */
  session: CDPSession
  close: () => Promise<void>
}

/** Opens views, each in a context of its own: with an empty cache, and the key in its session storage. */
export interface ConsolePages {
  /**
   * Opens a view; it may still be loading.
   * @param view below `/console/`.
   * @param watch is called before the view is asked for.
   */
  open: (view: string, watch?: (session: CDPSession) => Promise<void>) => Promise<ConsolePage>
  close: () => Promise<void>
}

const storageName = 'seine-key'

async function openView(browser: Browser, root: string, key: string, ...given: Parameters<ConsolePages['open']>) {
  const [view, watch] = given
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addInitScript(([name, value]) => sessionStorage.setItem(name, value), [storageName, key] as const)
  const page = await context.newPage()
  page.setDefaultTimeout(consoleBenchLimits.pageTimeoutMs)
  const session = await context.newCDPSession(page)
  await watch?.(session)
  await page.goto(`${root}/console/${view}`, { waitUntil: 'commit' })
  return { page, session, close: async () => await context.close() }
}

/** Starts the browser. @param root address of the gateway. @param key of the reader. */
export async function startConsolePages(root: string, key: string): Promise<ConsolePages> {
  const browser = await chromium.launch({ executablePath: await enginePath(), args: [...sandboxFlags] })
  return {
    open: async (...given) => await openView(browser, root, key, ...given),
    close: async () => await browser.close(),
  }
}
