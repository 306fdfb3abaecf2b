/** The three locations of the command line: repository, per-user cache, state of the stack. */
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

type Environment = Record<string, string | undefined>

/** The repository that contains this file. */
export const repositoryRoot = resolve(import.meta.dirname, '../..')

/**
 * Returns the folder of downloaded and built tools, per user and shared by all checkouts. A relative `XDG_CACHE_HOME`
 * is ignored, as the XDG Base Directory Specification requires.
 */
export function cacheDirectory(environment: Environment): string {
  const given = environment.XDG_CACHE_HOME ?? ''
  const base = isAbsolute(given) ? given : join(environment.HOME ?? homedir(), '.cache')
  return join(base, 'seine')
}

/** Returns the folder of the local stack's data, logs and keys: `SEINE_DEV_STATE_DIR` or `.seine`. */
export function stateDirectory(environment: Environment): string {
  const given = environment.SEINE_DEV_STATE_DIR ?? ''
  return given === '' ? join(repositoryRoot, '.seine') : resolve(given)
}
