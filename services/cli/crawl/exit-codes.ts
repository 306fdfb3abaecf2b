/** Exit codes of the command, for scripts. */
import type { JobStatus } from './progress/job-status.ts'
import type { SavedCrawl } from './save-archive.ts'

export const exitCodes = {
  completed: 0,
  /** The job failed, its files are damaged, or the command itself failed. */
  failed: 1,
  /** A flag, a value or the request is invalid. */
  usage: 2,
  /** No stack, or a gateway that does not answer. */
  unreachable: 3,
  /** Cancelled by Ctrl-C in this command, or by a DELETE from another client. */
  cancelled: 130,
} as const

/** Returns the exit code of a crawl that ran. */
export function exitCodeOf(status: JobStatus, saved: SavedCrawl | null, interrupted: boolean): number {
  if (interrupted || status.status === 'cancelled') return exitCodes.cancelled
  const whole = saved === null || saved.damage.length === 0
  return status.status === 'completed' && whole ? exitCodes.completed : exitCodes.failed
}
