/** Follows a job until nothing about it changes any more; an interrupt cancels it on the way. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from './api-client.ts'
import type { CrawlPace } from './crawl-pace.ts'
import { isFinal, type JobStatus } from './progress/job-status.ts'

/** How often to ask and how long to wait for the end of an ended job. */
export type FollowLimits = Pick<CrawlPace, 'pollFirstMs' | 'pollSettledMs' | 'finalWaitMs'>

/** What following needs. */
export interface FollowOptions {
  client: Pick<ApiClient, 'status' | 'cancel'>
  id: string
  limits: FollowLimits
  /** Aborted when the person wants the job cancelled. */
  interrupt: AbortSignal
  onStatus: (status: JobStatus) => void
}

/** Each pause is a third longer than the one before, up to the settled pace. */
export const nextPauseMs = (pauseMs: number, limits: FollowLimits): number =>
  Math.min(limits.pollSettledMs, Math.ceil((pauseMs * 4) / 3))

/** Pauses; an interrupt ends the pause early. */
async function pause(ms: number, interrupt: AbortSignal): Promise<void> {
  await sleep(ms, undefined, interrupt.aborted ? {} : { signal: interrupt }).catch((error: unknown) => {
    if (!interrupt.aborted) throw error
  })
}

/**
 * Polls until the job is final.
 * @returns the last status. It is not final when a job that ended did not settle in time.
 * @throws what the client throws.
 */
export async function followJob(options: FollowOptions): Promise<JobStatus> {
  const { client, id, limits, interrupt, onStatus } = options
  let pauseMs = limits.pollFirstMs
  let cancelled = false
  let endedMs: number | null = null
  for (;;) {
    if (interrupt.aborted && !cancelled) {
      await client.cancel(id)
      cancelled = true
      pauseMs = limits.pollFirstMs
    }
    const status = await client.status(id)
    onStatus(status)
    if (isFinal(status)) return status
    if (status.status !== 'crawling') endedMs ??= performance.now()
    if (endedMs !== null && performance.now() - endedMs >= limits.finalWaitMs) return status
    await pause(pauseMs, interrupt)
    pauseMs = nextPauseMs(pauseMs, limits)
  }
}
