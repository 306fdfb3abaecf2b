/**
 * Usage of tenants: pages, bytes, browser time. These are the only metrics with the name of a tenant as a label. The
 * operator writes these names into the key file; a limited number of tenants have their own series in a process, and
 * all further tenants are counted as `other`.
 */
import { metrics } from './metrics.ts'

/** Series per usage metric in a process, without `other`. */
export const tenantSeriesMax = 200

const shown = new Set<string>()

/** Returns the label of a tenant: its name while there is room for it. */
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
 * Counts the usage of a tenant.
 * @param attempts made at a page; empty when the page came from a cache.
 * @param isWhole false when another process continues the page and counts it.
 */
export function countUsage(tenant: string, attempts: readonly UsedAttempt[], isWhole = true): void {
  const label = { tenant: labelOf(tenant) }
  if (isWhole) metrics.usagePages.inc(label)
  for (const { strategy, elapsed_ms: elapsedMs, bytes_received: bytes } of attempts) {
    if (bytes > 0) metrics.usageBytes.inc(label, bytes)
    if (strategy.startsWith('browser_') && elapsedMs > 0) metrics.usageBrowserSeconds.inc(label, elapsedMs / 1_000)
  }
}
