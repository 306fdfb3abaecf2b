/**
 * The two engines of Chromium and how installed ones are found: by an environment variable or on PATH. Either engine is
 * sufficient for pages that need a browser.
 */
import type { ChromiumPaths } from './chromium-paths.ts'
import { basename } from 'node:path'
import { findOnPath, isExecutable } from './find-tool.ts'
import { SetUpError } from './set-up-error.ts'

export interface ChromiumEngine {
  key: keyof ChromiumPaths
  title: string
  /** Name of the Debian package. */
  debianPackage: string
  /** Environment variable that names an executable to use instead. */
  variable: 'SEINE_BROWSER_SHELL' | 'SEINE_BROWSER_CHROME'
  /** Names of the executable, in order of preference. */
  names: readonly string[]
}

export const chromiumEngines = [
  {
    key: 'shell',
    title: 'Chromium headless shell',
    debianPackage: 'chromium-headless-shell',
    variable: 'SEINE_BROWSER_SHELL',
    names: ['chromium-headless-shell', 'headless_shell', 'chrome-headless-shell'],
  },
  {
    key: 'chrome',
    title: 'Chromium',
    debianPackage: 'chromium',
    variable: 'SEINE_BROWSER_CHROME',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  },
] as const satisfies readonly ChromiumEngine[]

export interface FoundEngine {
  path: string
  source: 'variable' | 'PATH'
}

type Environment = Record<string, string | undefined>

/** Returns the path in Puppeteer's own variable when its file name is that of this engine. */
function namedForPuppeteer(engine: ChromiumEngine, environment: Environment): string | null {
  const path = environment.PUPPETEER_EXECUTABLE_PATH ?? ''
  const isShell = /headless[-_]shell/.test(basename(path))
  return isShell === (engine.key === 'shell') && isExecutable(path) ? path : null
}

/**
 * Finds an engine without installing anything.
 * @throws SetUpError when the engine's variable names a file that cannot be run.
 */
export function findEngine(engine: ChromiumEngine, environment: Environment): FoundEngine | null {
  const named = environment[engine.variable] ?? ''
  if (named !== '' && !isExecutable(named)) {
    throw new SetUpError([`${engine.variable} names ${named}, which is not an executable file: correct or unset it.`])
  }
  const path = named === '' ? namedForPuppeteer(engine, environment) : named
  if (path !== null) return { path, source: 'variable' }
  for (const name of engine.names) {
    const onPath = findOnPath(name, environment.PATH)
    if (onPath !== null) return { path: onPath, source: 'PATH' }
  }
  return null
}

/** Returns environment variables that pass the engines to other processes. */
export function engineVariables(paths: ChromiumPaths | undefined): Record<string, string> {
  const entries = chromiumEngines.flatMap(({ key, variable }) => {
    const path = paths?.[key] ?? null
    return path === null ? [] : [[variable, path] as const]
  })
  return Object.fromEntries(entries)
}
