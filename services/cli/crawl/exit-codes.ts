/** What the exit code of the command says to scripts. */
import type { JobStatus } from './progress/job-status.ts'
import type { SavedCrawl } from './save-archive.ts'

export const exitCodes = {
  completed: 0,
  /** The job failed, its files are damaged, or something broke here. */
  failed: 1,
  /** A flag, a value or the request itself is wrong. */
  usage: 2,
  /** No stack, or a gateway that stayed silent. */
  unreachable: 3,
  /** By Ctrl-C here, or by somebody else's DELETE. */
  cancelled: 130,
} as const

/** The code for a crawl that ran. */
export function exitCodeOf(status: JobStatus, saved: SavedCrawl | null, interrupted: boolean): number {
  if (interrupted || status.status === 'cancelled') return exitCodes.cancelled
  const whole = saved === null || saved.damage.length === 0
  return status.status === 'completed' && whole ? exitCodes.completed : exitCodes.failed
}
