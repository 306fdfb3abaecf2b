/**
 * What tenants use: pages, bytes, time of browsers. The one place where a label is the name of a tenant,
 * which an operator has written into the key file; so many of them have a series of their own in a process,
 * and what comes after is counted as `other`.
 */
import { metrics } from './metrics.ts'

/** Series of a process for each metric of usage, `other` apart. */
export const tenantSeriesMax = 200

const shown = new Set<string>()

/** The label of a tenant: its name while there is room for it. */
function labelOf(tenant: string): string {
  if (shown.has(tenant)) return tenant
  if (shown.size >= tenantSeriesMax) return 'other'
  shown.add(tenant)
  return tenant
}

/** An attempt at a page. */
export interface UsedAttempt {
  strategy: string
  elapsed_ms: number
  bytes_received: number
}

/**
 * Counts what a tenant has used.
 * @param attempts that were made at a page; none when a cache had it.
 * @param isWhole false where the page goes on in another process, which counts it.
 */
export function countUsage(tenant: string, attempts: readonly UsedAttempt[], isWhole = true): void {
  const label = { tenant: labelOf(tenant) }
  if (isWhole) metrics.usagePages.inc(label)
  for (const { strategy, elapsed_ms: elapsedMs, bytes_received: bytes } of attempts) {
    if (bytes > 0) metrics.usageBytes.inc(label, bytes)
    if (strategy.startsWith('browser_') && elapsedMs > 0) metrics.usageBrowserSeconds.inc(label, elapsedMs / 1_000)
  }
}
