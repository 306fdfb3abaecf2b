/** Waits for the end of a job: by its events, or by looking at it when no stream can be had. */
import { Deadline, sleep } from './abort.ts'
import { ApiError, ConnectionError, WaitTimeoutError } from './errors.ts'
import type { JobEvent } from './job-events.ts'
import { clientLimits } from './limits.ts'

/** How a job is waited for. */
export interface WaitOptions<Status> {
  /** Ends the waiting. The job goes on, unless `cancelOnAbort` is set. */
  signal?: AbortSignal
  /** Cancels the job when the signal is aborted or the time is over. @default false */
  cancelOnAbort?: boolean
  /** Longest time to wait, milliseconds. @default no limit */
  waitTimeoutMs?: number
  /** Called with each newer status. */
  onStatus?: (status: Status) => void
}

/** What is needed of a status. */
export interface WatchedStatus {
  status: string
  completedAt?: string | null
}

/** How a job is looked at. */
export interface JobPorts<Status> {
  read: (signal: AbortSignal) => Promise<Status>
  events: (signal: AbortSignal) => AsyncIterable<JobEvent<Status>>
  cancel: () => Promise<unknown>
}

/** Whether a job no longer changes: a cancelled one has its status before its archives exist. */
export const isFinal = ({ status, completedAt }: WatchedStatus): boolean =>
  !['crawling', 'scraping'].includes(status) && completedAt != null

/** Follows the events. @returns the final status; null when the stream cannot be had or ended without it. */
async function byEvents<Status extends WatchedStatus>(
  ports: JobPorts<Status>,
  signal: AbortSignal,
  onStatus: (status: Status) => void,
): Promise<Status | null> {
  try {
    for await (const event of ports.events(signal)) {
      if (event.type === 'page') continue
      onStatus(event.data)
      if (event.type === 'end' && isFinal(event.data)) return event.data
    }
    return null
  } catch (error) {
    signal.throwIfAborted()
    // All streams of the key may be in use, or a proxy lets none pass.
    if (error instanceof ConnectionError || (error instanceof ApiError && error.retryable)) return null
    throw error
  }
}

async function byLooking<Status extends WatchedStatus>(
  ports: JobPorts<Status>,
  signal: AbortSignal,
  onStatus: (status: Status) => void,
): Promise<Status> {
  let pauseMs: number = clientLimits.pollFirstMs
  for (;;) {
    const status = await ports.read(signal)
    onStatus(status)
    if (isFinal(status)) return status
    await sleep(pauseMs, signal)
    pauseMs = Math.min(clientLimits.pollLongestMs, pauseMs * clientLimits.pollGrowth)
  }
}

/** The longest time that timers of all platforms can wait, milliseconds. */
const longestMs = 2 ** 31 - 1

/**
 * Waits for the end of a job.
 * @returns its final status, also of one that failed or was cancelled.
 * @throws WaitTimeoutError when the time is over, the reason of the signal, or errors of the requests.
 */
export async function waitForJob<Status extends WatchedStatus>(
  id: string,
  ports: JobPorts<Status>,
  { signal, cancelOnAbort = false, waitTimeoutMs, onStatus = () => undefined }: WaitOptions<Status>,
): Promise<Status> {
  const deadline = new Deadline(Math.min(waitTimeoutMs ?? longestMs, longestMs), signal)
  try {
    return (await byEvents(ports, deadline.signal, onStatus)) ?? (await byLooking(ports, deadline.signal, onStatus))
  } catch (error) {
    if (!deadline.signal.aborted) throw error
    // A cancellation that fails must not hide why the waiting ended, nor the id of the job.
    if (cancelOnAbort) await ports.cancel().catch(() => undefined)
    if (deadline.passed) throw new WaitTimeoutError(id, waitTimeoutMs ?? longestMs)
    throw error
  } finally {
    deadline.end()
  }
}
