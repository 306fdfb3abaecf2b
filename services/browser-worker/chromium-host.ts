/**
 * Runs Chromium for the browser worker, under a different user in a separate container. Settings:
 * `SEINE_BROWSER_SOCKET` is the socket it listens on; `SEINE_BROWSER_SHELL` and `SEINE_BROWSER_CHROME` are the
 * executables it may start.
 */
import { tmpdir } from 'node:os'
import { findEngines } from '@seine/activities/browser/pool/engine-paths.ts'
import { startChromiumHost } from '@seine/activities/browser/chromium-host/host.ts'
import { ConfigError, readConfig } from '@seine/shared/config/config.ts'
import { createLogger } from '@seine/shared/observability/logger.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (config.SEINE_BROWSER_SOCKET === '') throw new ConfigError('SEINE_BROWSER_SOCKET: must be a path')
  const log = createLogger('chromium-host', config)
  const host = await startChromiumHost({
    socket: config.SEINE_BROWSER_SOCKET,
    executables: Object.values(await findEngines(config, process.env)).filter((path) => path !== null),
    scratchParent: tmpdir(),
    log,
  })
  // While the worker drains, it still loads pages; it ends its browsers when it has drained.
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => host.leave())
  log.info({ socket: config.SEINE_BROWSER_SOCKET }, 'chromium-host waits for a worker')
  const why = await host.ended
  await host.close()
  log.info({ why }, 'chromium-host has ended')
}

try {
  await main()
} catch (error) {
  process.stderr.write(`chromium-host: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
