/** A pool with one browser for the tests of containment: every context uses the proxy it is given. */
import type { ContextLease } from '@seine/activities/browser/pool/contract.ts'
import { findEngines } from '@seine/activities/browser/pool/engine-paths.ts'
import { createBrowserPool } from '@seine/activities/browser/pool/pool.ts'
import { createTargetHub } from '@seine/activities/browser/recorder/target-hub.ts'
import type { EngineName } from '@seine/shared/tasks/browser-page.ts'
import { startSinkProxy } from '@seine/shared/egress/forward-proxy/forward-proxy.ts'
import { poolSandbox } from './engine-path.ts'

export interface BrowserLab {
  open(proxyServer: string): Promise<ContextLease>
  close(): Promise<void>
}

/** Path of an engine, or null when it is not installed. */
export async function executableOf(engine: EngineName): Promise<string | null> {
  const engines = await findEngines({ SEINE_BROWSER_SHELL: '', SEINE_BROWSER_CHROME: '' }, process.env)
  return engines[engine]
}

/** Starts a pool with only this engine. */
export async function startBrowser(engine: EngineName, executable: string): Promise<BrowserLab> {
  const sink = await startSinkProxy()
  try {
    const pool = await createBrowserPool({
      engines: { headless_shell: null, chrome: null, [engine]: executable },
      sinkUrl: sink.url,
      sandbox: poolSandbox,
      processes: 1,
      slots: 1,
      createHub: createTargetHub,
      log: { info: () => {}, warn: () => {} },
    })
    return {
      open: (proxyServer) => pool.open(engine, proxyServer, new AbortController().signal),
      close: async () => {
        await pool.close()
        await sink.close()
      },
    }
  } catch (error) {
    await sink.close()
    throw error
  }
}

/** Waits until a condition holds; rejects with its name after a minute, or after `waitMs`. */
export async function eventually(name: string, holds: () => boolean, waitMs = 60_000): Promise<void> {
  const endsAt = performance.now() + waitMs
  while (!holds()) {
    if (performance.now() > endsAt) throw new Error(`did not come about: ${name}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
