/** Waits for the end of a run of a watch. */
import { Deadline, sleep } from './abort.ts'
import { WaitTimeoutError } from './errors.ts'
import type { WatchRun } from './generated/openapi.ts'
import { clientLimits } from './limits.ts'
import type { WaitOptions } from './wait-for-job.ts'

/** The longest time that timers of all platforms can wait, milliseconds. */
const longestMs = 2 ** 31 - 1

/**
 * Waits for the end of a run. A run that was asked for is listed a moment later.
 * @param listed reads the runs of the watch, the newest first.
 * @returns the run, also one that failed or was cancelled.
 * @throws WaitTimeoutError when the time is over, the reason of the signal, or errors of the requests.
 */
export async function waitForRun(
  runId: string,
  listed: (signal: AbortSignal) => AsyncIterable<WatchRun>,
  { signal, waitTimeoutMs }: Pick<WaitOptions<never>, 'signal' | 'waitTimeoutMs'>,
): Promise<WatchRun> {
  const deadline = new Deadline(Math.min(waitTimeoutMs ?? longestMs, longestMs), signal)
  let pauseMs: number = clientLimits.pollFirstMs
  try {
    for (;;) {
      for await (const run of listed(deadline.signal)) {
        if (run.run_id !== runId) continue
        if (run.status !== 'running') return run
        break
      }
      await sleep(pauseMs, deadline.signal)
      pauseMs = Math.min(clientLimits.pollLongestMs, pauseMs * clientLimits.pollGrowth)
    }
  } catch (error) {
    if (deadline.passed) throw new WaitTimeoutError(runId, waitTimeoutMs ?? longestMs)
    throw error
  } finally {
    deadline.end()
  }
}
