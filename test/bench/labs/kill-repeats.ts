/** What kills of a worker may cost. */
import { pageRequests } from './lab-job.ts'
import type { LabSite } from './lab-site.ts'

/** Finished pages are made durable at least that often. */
const flushMs = 1_000

/**
 * Pages that may be fetched again: those in flight at a kill and those of one unflushed interval.
 * @param killed when, `performance.now()`.
 */
export function repeatsAllowed(killed: readonly number[], site: LabSite): number {
  const asked = pageRequests(site.requests).map(({ atMs }) => atMs)
  const unflushed = killed.map((atMs) => asked.filter((time) => time > atMs - flushMs && time <= atMs).length)
  return unflushed.reduce((sum, count) => sum + count + site.inFlightMax(), 0)
}
