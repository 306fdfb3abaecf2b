/**
 * The browser pool of one worker: slots, a browser of the default engine kept running, more of them and the other engine on
 * demand.
 */
import { tmpdir } from 'node:os'
import type { Browser } from 'puppeteer'
import type { EngineName } from '@seine/shared/tasks/browser-page.ts'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import type { TargetHub } from '../recorder/contract.ts'
import { remoteBrowsers } from '../chromium-host/remote-browsers.ts'
import { browserUser, checkBrowserUser } from '../chromium-process/browser-user.ts'
import { localBrowsers } from '../chromium-process/child-browser.ts'
import { launchBrowser } from './browser-process.ts'
import { BrowserSet, type BrowserSetRules } from './browser-set.ts'
import { processCount, readMachine, slotCapacity } from './capacity.ts'
import { type BrowserPool, type EnginePaths } from './contract.ts'
import { EngineUnavailableError } from '../chromium-process/engine-unavailable.ts'
import { makeScratchRoot, removeScratch, sweepScratch } from '../chromium-process/scratch.ts'
import { createSlots } from './slots.ts'

export interface BrowserPoolOptions {
  /** The result of `findEngines`. */
  engines: EnginePaths
  /** URL of a proxy that answers nothing; the browser's own requests end there. */
  sinkUrl: string
  sandbox: 'on' | 'off'
  /** User id of browsers when this process runs as root. @default the value of the setting */
  uid?: number
  /** Unix socket of the process that starts browsers in a separate container; empty = they are started here. */
  socket?: string
  /** Largest number of browsers of the default engine; 0 = one per core. */
  processes: number
  /** Number of pages at a time; 0 = by cores and memory. */
  slots: number
  /** Attaches the recorder's hub to a browser that has just started. */
  createHub: (browser: Browser) => Promise<TargetHub>
  log: Pick<Logger, 'info' | 'warn'>
  /** Parent folder of scratch directories. @default the system's directory for temporary files */
  scratchParent?: string
  /**
   * Longest message of a browser over its pipe, bytes; a longer one ends that browser.
   * @default poolLimits.messageMaxBytes
   */
  messageMaxBytes?: number
  /** When browsers are replaced and ended. @default poolLimits */
  rules?: Partial<BrowserSetRules>
}

/** Returns the available engines, default first: the shell, or the full browser when it is the only one. */
function engineOrder(paths: EnginePaths): EngineName[] {
  const order: readonly EngineName[] = ['headless_shell', 'chrome']
  return order.filter((engine) => paths[engine] !== null)
}

/**
 * Starts a pool; settles when the first browser runs.
 * @throws EngineUnavailableError when there is no browser, it does not start, or its sandbox is not available.
 */
export async function createBrowserPool(options: BrowserPoolOptions): Promise<BrowserPool> {
  const [defaultEngine, ...otherEngines] = engineOrder(options.engines)
  if (defaultEngine === undefined) throw new EngineUnavailableError('there is no browser')
  const scratchParent = options.scratchParent ?? tmpdir()
  const socket = options.socket ?? ''
  const user = browserUser(process.getuid?.(), options.uid ?? poolLimits.browserUid)
  if (user !== null && socket === '') {
    await checkBrowserUser(user, options.engines[defaultEngine] ?? '', scratchParent)
  }

  const machine = readMachine()
  const slots = createSlots({ capacity: slotCapacity(options.slots, machine) })
  const { capacity } = slots.state()
  await sweepScratch(scratchParent)
  const scratchRoot = await makeScratchRoot(scratchParent, user)
  const spawn = socket === '' ? localBrowsers(scratchRoot, user) : remoteBrowsers(socket)
  const { sinkUrl, sandbox, createHub, log } = options

  const setOf = (engine: EngineName, kept: number, max: number): BrowserSet =>
    new BrowserSet({
      engine,
      kept,
      max,
      log,
      rules: { ...poolLimits, ...options.rules },
      launch: () =>
        launchBrowser({
          engine,
          executable: options.engines[engine] ?? '',
          spawn,
          sinkUrl,
          sandbox,
          createHub,
          messageMaxBytes: options.messageMaxBytes ?? poolLimits.messageMaxBytes,
        }),
    })
  const sets = new Map<EngineName, BrowserSet>(otherEngines.map((engine) => [engine, setOf(engine, 0, 1)]))
  const warm = setOf(defaultEngine, 1, processCount(options.processes, capacity, machine))
  sets.set(defaultEngine, warm)

  const close = async (): Promise<void> => {
    await Promise.all([...sets.values()].map((set) => set.close()))
    await removeScratch(scratchRoot)
  }
  const open: BrowserPool['open'] = async (engine, proxyServer, signal, alone = false) => {
    const set = sets.get(engine)
    if (set === undefined) throw new EngineUnavailableError(`there is no executable of ${engine}`)
    return alone ? set.openAlone(proxyServer, signal) : set.open(proxyServer, signal)
  }
  try {
    await warm.start()
  } catch (error) {
    await close()
    throw error
  }
  return {
    slots,
    engines: [defaultEngine, ...otherEngines],
    open,
    check: async () => {
      const late = new EngineUnavailableError(`no context could be opened in ${poolLimits.contextOpenTimeoutMs} ms`)
      const controller = new AbortController()
      const timer = setTimeout(() => controller.abort(late), poolLimits.contextOpenTimeoutMs)
      try {
        const lease = await open(defaultEngine, sinkUrl, controller.signal)
        await lease.release()
      } finally {
        clearTimeout(timer)
      }
    },
    close,
  }
}
