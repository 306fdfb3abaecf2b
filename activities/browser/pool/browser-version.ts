/** The version of a browser before it runs. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'

const run = promisify(execFile)

/** What an executable prints for `--version`. @throws when it cannot be run or does not answer in time. */
export async function printedVersion(path: string): Promise<string> {
  const { stdout } = await run(path, ['--version'], { timeout: poolLimits.versionTimeoutMs })
  return stdout
}

/** `156.0.8078.79`, or null when the executable does not say. */
export async function readVersion(path: string): Promise<string | null> {
  const printed = await printedVersion(path).catch(() => '')
  return /\d+(?:\.\d+){3}/.exec(printed)?.[0] ?? null
}
