/** A browser behind a proxy of its own, and listeners nothing may reach, for the containment tests. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findEngines } from '@seine/activities/browser/pool/engine-paths.ts'
import { launchBrowser, type BrowserProcess } from '@seine/activities/browser/pool/browser-process.ts'
import { openContext } from '@seine/activities/browser/pool/context-lease.ts'
import type { ContextLease } from '@seine/activities/browser/pool/contract.ts'
import { createTargetHub } from '@seine/activities/browser/recorder/target-hub.ts'
import type { EngineName } from '@seine/shared/api/browser-page.ts'
import { startSinkProxy } from '@seine/shared/egress/forward-proxy/forward-proxy.ts'

export interface BrowserLab {
  process: BrowserProcess
  open(proxyServer: string): Promise<ContextLease>
  close(): Promise<void>
}

/** Path of an engine, or null when it is not installed. */
export async function executableOf(engine: EngineName): Promise<string | null> {
  const engines = await findEngines({ SEINE_BROWSER_SHELL: '', SEINE_BROWSER_CHROME: '' }, process.env)
  return engines[engine]
}

/** Launches a browser as the pool does. */
export async function startBrowser(engine: EngineName, executable: string): Promise<BrowserLab> {
  const scratchRoot = await mkdtemp(join(tmpdir(), 'seine-containment-'))
  const sink = await startSinkProxy()
  const end = async (): Promise<void> => {
    await sink.close()
    await rm(scratchRoot, { recursive: true, force: true })
  }
  try {
    const launched = await launchBrowser({
      engine,
      executable,
      scratchRoot,
      createHub: createTargetHub,
      sinkUrl: sink.url,
      sandbox: process.getuid?.() === 0 ? 'off' : 'on',
    })
    return {
      process: launched,
      open: (proxyServer) =>
        openContext(launched, {
          proxyServer,
          signal: new AbortController().signal,
          onCrash: () => {},
          onReleased: () => {},
        }),
      close: async () => {
        await launched.close()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** Waits until something has come about; rejects after 5 s with its name. */
export async function eventually(name: string, holds: () => boolean): Promise<void> {
  const endsAt = performance.now() + 5_000
  while (!holds()) {
    if (performance.now() > endsAt) throw new Error(`did not come about: ${name}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
