/**
 * A file that records that an installation failed, and why: it is not retried immediately, because each attempt takes
 * time and the cause lies in the machine.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stackLimits } from '../checkout/stack-limits.ts'

const markerOf = (cache: string, key: string): string => join(cache, `${key}-failed`)

/** Returns why an installation failed within the last hour (`installRetryMs`); null when it may be tried. */
export function recentFailure(cache: string, key: string): string | null {
  const marker = markerOf(cache, key)
  const failedMs = statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity
  return Date.now() - failedMs < stackLimits.installRetryMs ? readFileSync(marker, 'utf8') : null
}

/** Records why an installation failed. */
export function noteFailure(cache: string, key: string, reason: string): void {
  mkdirSync(cache, { recursive: true })
  writeFileSync(markerOf(cache, key), reason)
}

/** Removes the record after a successful installation. */
export function forgetFailure(cache: string, key: string): void {
  rmSync(markerOf(cache, key), { force: true })
}
