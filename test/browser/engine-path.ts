/** The browsers that tests launch directly: those found by `./dev test`, otherwise from PATH. */
import { findEngines } from '@seine/activities/browser/pool/engine-paths.ts'
import type { EngineName } from '@seine/shared/tasks/browser-page.ts'
import { readConfig } from '@seine/shared/config/config.ts'

/** Sandbox of the pools that tests start: on, as in production, unless the setting says otherwise. */
export const poolSandbox: 'on' | 'off' = process.env['SEINE_BROWSER_SANDBOX'] === 'off' ? 'off' : 'on'

/** For browsers that tests launch directly: when they run as root, Chromium has no sandbox. */
export const sandboxFlags: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** @throws EngineUnavailableError, or Error when this engine is not installed. */
export async function enginePath(engine: EngineName = 'headless_shell'): Promise<string> {
  const path = (await findEngines(readConfig(process.env), process.env))[engine]
  if (path === null) throw new Error(`there is no executable of ${engine}`)
  return path
}
