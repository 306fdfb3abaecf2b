/** Finds the executables of the two engines. */
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { basename, delimiter, join } from 'node:path'
import type { EngineName } from '@seine/shared/tasks/browser-page.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { printedVersion } from './browser-version.ts'
import { type EnginePaths } from './contract.ts'
import { EngineUnavailableError } from '../chromium-process/engine-unavailable.ts'

/** Names to look for in PATH, best first. */
const names: Record<EngineName, readonly string[]> = {
  headless_shell: ['chromium-headless-shell', 'headless_shell', 'chrome-headless-shell'],
  chrome: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

async function inPath(engine: EngineName, path: string): Promise<string | null> {
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  for (const name of names[engine]) {
    for (const folder of folders) {
      const candidate = join(folder, name)
      if (await isExecutable(candidate)) return candidate
    }
  }
  return null
}

/**
 * Returns the engine of an executable: by its name, otherwise by its output for `--version`, where some builds of
 * the shell identify themselves; any other browser counts as the full one.
 */
async function engineOf(path: string): Promise<EngineName> {
  if (/headless[-_]shell/i.test(basename(path))) return 'headless_shell'
  if (/^(chrom(e|ium)|google-chrome)/i.test(basename(path))) return 'chrome'
  return /headless[-_ ]?shell|HeadlessChrome/i.test(await printedVersion(path)) ? 'headless_shell' : 'chrome'
}

/** Checks a path that was set explicitly. */
async function named(variable: string, path: string): Promise<string> {
  if (await isExecutable(path)) return path
  throw new EngineUnavailableError(`${variable}: ${path} is not an executable file`)
}

/**
 * Finds both engines: from the settings, then from `PUPPETEER_EXECUTABLE_PATH`, then by the usual names in PATH.
 * @param environment usually `process.env`.
 * @throws EngineUnavailableError when a configured path is not an executable, or there is no browser at all.
 */
export async function findEngines(
  settings: Pick<Config, 'SEINE_BROWSER_SHELL' | 'SEINE_BROWSER_CHROME'>,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<EnginePaths> {
  const found: EnginePaths = { headless_shell: null, chrome: null }
  const shell = settings.SEINE_BROWSER_SHELL
  const chrome = settings.SEINE_BROWSER_CHROME
  if (shell !== '') found.headless_shell = await named('SEINE_BROWSER_SHELL', shell)
  if (chrome !== '') found.chrome = await named('SEINE_BROWSER_CHROME', chrome)
  const puppeteerPath = environment['PUPPETEER_EXECUTABLE_PATH'] ?? ''
  if (puppeteerPath !== '') {
    const path = await named('PUPPETEER_EXECUTABLE_PATH', puppeteerPath)
    found[await engineOf(path)] ??= path
  }
  const path = environment['PATH'] ?? ''
  found.headless_shell ??= await inPath('headless_shell', path)
  found.chrome ??= await inPath('chrome', path)
  if (found.headless_shell === null && found.chrome === null) {
    throw new EngineUnavailableError(
      'no browser found: install chromium-headless-shell, or set SEINE_BROWSER_SHELL or SEINE_BROWSER_CHROME',
    )
  }
  return found
}
