/** Follows a job until its status is final; an interrupt cancels the job. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from './api-client.ts'
import type { CrawlPace } from './crawl-pace.ts'
import { isFinal, type JobStatus } from './progress/job-status.ts'

/** Polling intervals, and how long to wait for the final status of an ended job. */
export type FollowLimits = Pick<CrawlPace, 'pollFirstMs' | 'pollSettledMs' | 'finalWaitMs'>

/** Dependencies and options of following a job. */
export interface FollowOptions {
  client: Pick<ApiClient, 'status' | 'cancel'>
  id: string
  limits: FollowLimits
  /** Aborted when the user wants the job cancelled. */
  interrupt: AbortSignal
  onStatus: (status: JobStatus) => void
}

/** Returns the next pause, a third longer than the one before, up to `pollSettledMs`. */
export const nextPauseMs = (pauseMs: number, limits: FollowLimits): number =>
  Math.min(limits.pollSettledMs, Math.ceil((pauseMs * 4) / 3))

/** Waits; an interrupt ends the pause early. */
async function pause(ms: number, interrupt: AbortSignal): Promise<void> {
  await sleep(ms, undefined, interrupt.aborted ? {} : { signal: interrupt }).catch((error: unknown) => {
    if (!interrupt.aborted) throw error
  })
}

/**
 * Reads the status; null when the interrupt ended the wait for it.
 * @throws the errors of the client.
 */
async function statusUnless(
  interrupt: AbortSignal,
  client: FollowOptions['client'],
  id: string,
): Promise<JobStatus | null> {
  // After the interrupt the job is still followed to its end.
  if (interrupt.aborted) return await client.status(id)
  return await client.status(id, interrupt).catch((error: unknown) => {
    if (interrupt.aborted && error instanceof Error && error.name === 'AbortError') return null
    throw error
  })
}

/**
 * Polls until the job is final.
 * @returns the last status. It is not final when an ended job did not settle in time.
 * @throws the errors of the client.
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
    const status = await statusUnless(interrupt, client, id)
    if (status === null) continue
    onStatus(status)
    if (isFinal(status)) return status
    if (status.status !== 'crawling') endedMs ??= performance.now()
    if (endedMs !== null && performance.now() - endedMs >= limits.finalWaitMs) return status
    await pause(pauseMs, interrupt)
    pauseMs = nextPauseMs(pauseMs, limits)
  }
}
