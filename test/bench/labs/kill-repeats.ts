/** The number of repeated fetches that kills of a worker may cause. */
import { pageRequests } from './lab-job.ts'
import type { LabSite } from './lab-site.ts'

/** Longest interval after which finished pages are made durable, milliseconds. */
const flushMs = 1_000

/**
 * Returns how many pages may be fetched again: those in flight at a kill and those of one unflushed interval.
 * @param killed times of the kills, `performance.now()`.
 */
export function repeatsAllowed(killed: readonly number[], site: LabSite): number {
  const asked = pageRequests(site.requests).map(({ atMs }) => atMs)
  const unflushed = killed.map((atMs) => asked.filter((time) => time > atMs - flushMs && time <= atMs).length)
  return unflushed.reduce((sum, count) => sum + count + site.inFlightMax(), 0)
}
