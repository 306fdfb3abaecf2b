/** Finds an installed tool: by an environment variable, on PATH, or in the cache. */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { cachedName, type PinnedTool } from './pinned-tools.ts'
import { SetUpError } from './set-up-error.ts'

export interface FoundTool {
  path: string
  source: 'variable' | 'PATH' | 'cache'
}

type Environment = Record<string, string | undefined>

/** Returns true for a file that this user may run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Returns the first executable of this name on PATH, or null. Ignores relative entries of PATH. */
export function findOnPath(name: string, path: string | undefined): string | null {
  for (const directory of (path ?? '').split(delimiter)) {
    const candidate = join(directory, name)
    if (isAbsolute(directory) && isExecutable(candidate)) return candidate
  }
  return null
}

/**
 * Finds a tool without installing anything.
 * @throws SetUpError when the tool's variable names a file that cannot be run.
 */
export function findTool(tool: PinnedTool, environment: Environment, cache: string): FoundTool | null {
  const named = environment[tool.variable] ?? ''
  if (named !== '') {
    if (isExecutable(named)) return { path: named, source: 'variable' }
    throw new SetUpError([`${tool.variable} names ${named}, which is not an executable file: correct or unset it.`])
  }
  const onPath = findOnPath(tool.name, environment.PATH)
  if (onPath !== null) return { path: onPath, source: 'PATH' }
  const cached = join(cache, 'bin', cachedName(tool))
  return isExecutable(cached) ? { path: cached, source: 'cache' } : null
}
