/** One browser context: opened for an attempt, closed by the teardown ladder. */
import type { BrowserContext } from 'puppeteer'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import { AttemptClock, AttemptEndedError } from '../time/attempt-clock.ts'
import type { BrowserProcess } from './browser-process.ts'
import type { ContextLease } from './contract.ts'

export interface OpenContextOptions {
  /** `http://127.0.0.1:<port>`, the proxy of only this context. */
  proxyServer: string
  signal: AbortSignal
  onCrash(): void
  /** Called when the browser did not open or close the context in time. */
  onStuck(): void
  /** Called when the context is closed, or its browser has ended. */
  onReleased(): void
}

/** Waits for a step until `capMs` have passed or the browser has ended. */
async function whileBrowserLives<T>(process: BrowserProcess, capMs: number, work: Promise<T>): Promise<T> {
  const clock = new AttemptClock(capMs, process.lost)
  try {
    return await clock.step(work)
  } finally {
    clock.clear()
  }
}

/** Closes every target of a context one by one, then the context, without Puppeteer's own state tracking. */
async function disposeByHand({ session }: BrowserProcess, contextId: string): Promise<void> {
  const { targetInfos } = await session.send('Target.getTargets')
  const ours = targetInfos.filter((target) => target.browserContextId === contextId)
  // A target that is stuck may not answer; the context is disposed of anyway.
  for (const { targetId } of ours) session.send('Target.closeTarget', { targetId }).catch(() => {})
  await session.send('Target.disposeBrowserContext', { browserContextId: contextId })
}

/**
 * Closes a context: in order, otherwise target by target. Does not wait for pages: a page that is busy or has
 * crashed does not answer, but its context closes anyway.
 * @returns false when neither worked: the browser is stuck.
 */
async function closeContext(process: BrowserProcess, context: BrowserContext, contextId: string): Promise<boolean> {
  try {
    await whileBrowserLives(process, poolLimits.contextCloseMs, context.close())
    return true
  } catch {
    if (process.lost.aborted) return true
  }
  try {
    await whileBrowserLives(process, poolLimits.targetsCloseMs, disposeByHand(process, contextId))
    return true
  } catch {
    return process.lost.aborted
  }
}

/**
 * Opens a context with its own proxy, which also applies to loopback, and with downloads denied.
 * @throws the abort reason of `signal`; BrowserLostError; AttemptEndedError when the browser does not answer.
 */
export async function openContext(process: BrowserProcess, options: OpenContextOptions): Promise<ContextLease> {
  const creation = process.browser.createBrowserContext({
    proxyServer: options.proxyServer,
    // Chromium exempts loopback and link-local addresses from every proxy unless a flag says otherwise.
    proxyBypassList: ['<-loopback>'],
    downloadBehavior: { policy: 'deny' },
  })
  const clock = new AttemptClock(poolLimits.contextOpenTimeoutMs, AbortSignal.any([process.lost, options.signal]))
  let context: BrowserContext
  try {
    context = await clock.step(creation)
  } catch (error) {
    // The context may still open; it is closed then, because its caller has gone.
    creation.then((late) => closeContext(process, late, late.id ?? '')).catch(() => {})
    if (error instanceof AttemptEndedError && error.end === 'timeout') options.onStuck()
    throw error
  } finally {
    clock.clear()
  }
  const contextId = context.id ?? ''
  const close = async (): Promise<void> => {
    if (!(await closeContext(process, context, contextId))) options.onStuck()
    options.onReleased()
  }
  let released: Promise<void> | undefined
  return {
    engine: process.engine,
    browser: process.browser,
    context,
    contextId,
    hub: process.hub,
    lost: process.lost,
    version: process.version,
    noteCrash: () => options.onCrash(),
    release: () => (released ??= close()),
  }
}
