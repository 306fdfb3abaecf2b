/**
 * Watches how long the counters of running jobs have not changed. Workers see only the slices that they run; this also
 * sees jobs without a running slice, as when their workflow tasks fail, or no worker takes their slices.
 */
import { metrics } from '@seine/shared/observability/metrics.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import type { CountedJob, JobCountersReader } from '../engine/job-counters.ts'
import { serviceLimits } from './service-limits.ts'

/** Since when a job has had its counters, milliseconds of the monotonic clock. */
interface Seen {
  counters: string
  sinceMs: number
  isLogged: boolean
  /** Whether its run, which had counters, exists no more: the results are being assembled, which has its own alert. */
  hasEnded: boolean
}

export class IdleJobs {
  #seen = new Map<string, Seen>()
  readonly #logger: Pick<Logger, 'warn'>

  constructor(logger: Pick<Logger, 'warn'>) {
    this.#logger = logger
  }

  /**
   * Takes note of the running jobs. A job that is paused, or not among them, is forgotten. Each job that is idle for
   * long is logged once.
   * @param nowMs monotonic clock.
   * @returns the longest time for which the counters of a job have not changed, milliseconds; 0 without jobs.
   */
  observe(jobs: readonly CountedJob[], nowMs: number): number {
    const seen = new Map<string, Seen>()
    let longestMs = 0
    for (const { id, counters, paused } of jobs) {
      if (paused) continue
      const before = this.#seen.get(id)
      if (counters === '' && before !== undefined && (before.hasEnded || before.counters !== '')) {
        seen.set(id, { ...before, hasEnded: true })
        continue
      }
      const now =
        before?.counters === counters ? before : { counters, sinceMs: nowMs, isLogged: false, hasEnded: false }
      seen.set(id, now)
      const idleMs = nowMs - now.sinceMs
      longestMs = Math.max(longestMs, idleMs)
      if (idleMs < serviceLimits.idleJobLoggedMs || now.isLogged) continue
      now.isLogged = true
      this.#logger.warn(
        { jobId: id, idleSecs: Math.round(idleMs / 1_000) },
        'the counters of a running job stand still',
      )
    }
    this.#seen = seen
    return longestMs
  }
}

/**
 * Reads the counters of running jobs at intervals and shows the longest idle time among the metrics. While the workflow
 * engine does not answer, the time stays what it was.
 */
export function watchIdleJobs(reader: JobCountersReader, logger: Pick<Logger, 'warn'>): { close: () => void } {
  const idle = new IdleJobs(logger)
  let isReading = false
  let isCut = false
  const look = async (): Promise<void> => {
    const startedUntil = new Date(Date.now() - serviceLimits.idleJobMinAgeMs)
    const { jobs, complete } = await reader.running(startedUntil, serviceLimits.idleJobsMax)
    if (!complete && !isCut) {
      logger.warn({ max: serviceLimits.idleJobsMax }, 'the oldest running jobs are not watched for standing still')
    }
    isCut = !complete
    metrics.jobIdleSeconds.set(idle.observe(jobs, performance.now()) / 1_000)
  }
  const timer = setInterval(() => {
    if (isReading) return
    isReading = true
    look()
      .catch(() => undefined)
      .finally(() => (isReading = false))
  }, serviceLimits.idleJobsLookMs)
  timer.unref()
  return { close: () => clearInterval(timer) }
}
