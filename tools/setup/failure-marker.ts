/**
 * A file that remembers that an installation failed, and why: it is not tried again at once, as each
 * attempt takes its time and the cause is the machine.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stackLimits } from '../../services/cli/command/cli-limits.ts'

const markerOf = (cache: string, key: string): string => join(cache, `${key}-failed`)

/** Why an installation failed within the last hour (`installRetryMs`); null when it may be tried. */
export function recentFailure(cache: string, key: string): string | null {
  const marker = markerOf(cache, key)
  const failedMs = statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity
  return Date.now() - failedMs < stackLimits.installRetryMs ? readFileSync(marker, 'utf8') : null
}

/** Notes why an installation failed. */
export function noteFailure(cache: string, key: string, reason: string): void {
  mkdirSync(cache, { recursive: true })
  writeFileSync(markerOf(cache, key), reason)
}

/** Forgets it, after an installation that succeeded. */
export function forgetFailure(cache: string, key: string): void {
  rmSync(markerOf(cache, key), { force: true })
}
