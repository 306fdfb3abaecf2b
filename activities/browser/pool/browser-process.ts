/** Launches, watches and closes one browser. */
import { connect as connectPuppeteer, defaultArgs, type Browser, type CDPSession } from 'puppeteer'
import type { EngineName } from '@seine/shared/tasks/browser-page.ts'
import { poolLimits, renderLimits } from '@seine/shared/config/browser-limits.ts'
import { AttemptClock } from '../time/attempt-clock.ts'
import { plainUserAgent } from '@seine/shared/pages/client-hints.ts'
import type { TargetHub } from '../recorder/contract.ts'
import { readVersion } from './browser-version.ts'
import type { ChildBrowser, SpawnBrowser } from '../chromium-process/child-browser.ts'
import { BrowserLostError } from './contract.ts'
import { launchFault } from './launch-faults.ts'
import { launchFlags, type LaunchFlagsOptions } from './launch-flags.ts'
import { MessageTooLargeError } from '../chromium-process/pipe-transport.ts'

export interface LaunchOptions extends Omit<LaunchFlagsOptions, 'userAgent'> {
  engine: EngineName
  executable: string
  spawn: SpawnBrowser
  createHub: (browser: Browser) => Promise<TargetHub>
  /** Longest message over the pipe, bytes; a longer one ends the browser. */
  messageMaxBytes: number
}

export interface BrowserProcess {
  readonly engine: EngineName
  readonly pid: number
  readonly browser: Browser
  /** Session for commands to the browser itself. */
  readonly session: CDPSession
  readonly hub: TargetHub
  readonly version: string
  /** Aborts when the process has ended or its pipe broke; the abort reason is a `BrowserLostError`. */
  readonly lost: AbortSignal
  memoryBytes(): Promise<number>
  /** Whether it answers a command that involves no page. Never throws. */
  answers(): Promise<boolean>
  /** Ends it: in order within `poolLimits.browserCloseMs`, otherwise by force. Never throws. */
  close(): Promise<void>
  /** Ends it by force; settles when no process and no scratch directory is left. Never throws. */
  kill(): Promise<void>
}

/** Flags of Puppeteer and of this service; `--no-sandbox` is kept only when the setting asks for it. */
async function allFlags(options: LaunchOptions): Promise<string[]> {
  const version = await readVersion(options.executable)
  const userAgent = version === null ? null : plainUserAgent(version)
  const flags = await defaultArgs({
    headless: options.engine === 'headless_shell' ? 'shell' : true,
    // The spawner replaces this path.
    userDataDir: '/',
    args: launchFlags(options.engine, { ...options, userAgent }),
  })
  const wanted = flags.filter(
    (flag) => flag !== 'about:blank' && (flag !== '--no-sandbox' || options.sandbox === 'off'),
  )
  return [...wanted, '--remote-debugging-pipe']
}

async function connect(child: ChildBrowser, options: LaunchOptions): Promise<Omit<BrowserProcess, 'lost' | 'kill'>> {
  const browser = await connectPuppeteer({
    transport: child.transport,
    networkEnabled: false,
    // Nothing reads the issues that Chrome would collect and send for each frame.
    issuesEnabled: false,
    acceptInsecureCerts: false,
    // Applies to popups too, which are not prepared individually.
    defaultViewport: { width: renderLimits.viewportWidthPx, height: renderLimits.viewportHeightPx },
    protocolTimeout: poolLimits.protocolTimeoutMs,
  })
  const session = await browser.target().createCDPSession()
  const version = (await browser.version()).replace(/^.*\//, '')
  const hub = await options.createHub(browser)
  const answers = async (): Promise<boolean> => {
    const clock = new AttemptClock(poolLimits.targetsCloseMs)
    const alive = await clock.step(session.send('Browser.getVersion')).then(
      () => true,
      () => false,
    )
    clock.clear()
    return alive
  }
  const close = async (): Promise<void> => {
    const clock = new AttemptClock(poolLimits.browserCloseMs)
    // A browser that ends in order writes its files and ends its helper processes.
    await clock.step(Promise.all([browser.close(), child.exited])).catch(() => {})
    clock.clear()
    await child.destroy()
  }
  return {
    engine: options.engine,
    pid: child.pid,
    browser,
    session,
    hub,
    version,
    memoryBytes: () => child.memoryBytes(),
    answers,
    close,
  }
}

/**
 * Launches a browser.
 * @throws EngineUnavailableError with the reason; no process of the browser is left then.
 */
export async function launchBrowser(options: LaunchOptions): Promise<BrowserProcess> {
  const lost = new AbortController()
  const lose = (why: string, fault?: Error): void => {
    const code = fault instanceof MessageTooLargeError ? 'message_too_large' : 'gone'
    lost.abort(new BrowserLostError(`the browser was lost: ${why}`, code))
  }
  let child: ChildBrowser
  try {
    child = await options.spawn(options.executable, await allFlags(options), {
      messageMaxBytes: options.messageMaxBytes,
      onPipeFault: (fault) => lose(fault.message, fault),
    })
  } catch (error) {
    throw launchFault(options.executable, (error as Error).message, [])
  }
  // When either the process or its pipe ends, the other is ended as well.
  const onExit = child.exited.then((why) => {
    lose(why)
    return child.destroy()
  })
  void onExit

  const clock = new AttemptClock(poolLimits.launchTimeoutMs, lost.signal)
  try {
    const connected = await clock.step(connect(child, options))
    connected.browser.once('disconnected', () => {
      lose('its pipe broke')
      void child.destroy()
    })
    lost.signal.addEventListener('abort', () => void connected.hub.close().catch(() => {}), { once: true })
    if (!connected.browser.connected) throw new Error('its pipe broke')
    const kill = async (): Promise<void> => {
      lose('it was killed')
      await child.destroy()
    }
    return { ...connected, lost: lost.signal, kill }
  } catch (error) {
    // The browser's output contains the reason, but may arrive a moment after its end.
    await child.destroy()
    throw launchFault(options.executable, (error as Error).message, child.output())
  } finally {
    clock.clear()
  }
}
