/** Reads the version of a browser from its executable. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'

const run = promisify(execFile)

/**
 * Returns what an executable prints for `--version`.
 * @throws Error when it cannot be run or does not answer in time.
 */
export async function printedVersion(path: string): Promise<string> {
  const { stdout } = await run(path, ['--version'], { timeout: poolLimits.versionTimeoutMs })
  return stdout
}

/** Returns a version such as `156.0.8078.79`, or null when the executable prints none. */
export async function readVersion(path: string): Promise<string | null> {
  const printed = await printedVersion(path).catch(() => '')
  return /\d+(?:\.\d+){3}/.exec(printed)?.[0] ?? null
}
