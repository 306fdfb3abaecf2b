/**
 * Limits the time a thread spends on one page. The limit applies to the CPU time of the page: with wall time, a page on
 * a busy machine would be ended because of other work. Wall time still ends it after a multiple of the CPU limit, for a
 * thread that waits for something that never happens.
 */
import type { Worker } from 'node:worker_threads'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'

/**
 * Watches a thread until the returned function is called.
 * @param budgetMs CPU time from now on, milliseconds.
 * @param onExceeded called once, when either limit is reached.
 * @param before CPU time that the thread has used so far; absent: it is asked at once, which costs more.
 * @param wallMs wall time from now on, milliseconds. @default `extractLimits.wallTimeFactor` times the CPU time
 * @returns a function that ends the watch.
 */
export function watchTime(
  worker: Worker,
  budgetMs: number,
  onExceeded: () => void,
  before?: NodeJS.CpuUsage,
  wallMs: number = budgetMs * extractLimits.wallTimeFactor,
): () => void {
  const wallEndsAt = performance.now() + wallMs
  const start = before === undefined ? worker.cpuUsage() : Promise.resolve(before)
  // Rejects for a thread that has ended, which is detected elsewhere.
  start.catch(() => {})
  let isOver = false
  let timer: NodeJS.Timeout | undefined = undefined
  let late: NodeJS.Immediate | undefined = undefined

  const stop = (): void => {
    isOver = true
    clearTimeout(timer)
    clearImmediate(late)
  }
  const exceed = (): void => {
    stop()
    // Timers fire before messages are read: after a stall of this process, an answer that has already arrived must take
    // precedence over the budget.
    late = setImmediate(onExceeded)
  }
  const lookAgainIn = (waitMs: number): void => {
    const leftMs = wallEndsAt - performance.now()
    if (leftMs <= 0) exceed()
    else timer = setTimeout(() => void look(), Math.min(waitMs, leftMs))
  }
  const look = async (): Promise<void> => {
    // A thread that does not respond to this either is ended when the wall time is up.
    timer = setTimeout(exceed, Math.max(1, wallEndsAt - performance.now()))
    const usedMs = await start.then((used) => worker.cpuUsage(used)).then(inMilliseconds, () => 0)
    if (isOver) return
    clearTimeout(timer)
    if (usedMs >= budgetMs) exceed()
    else lookAgainIn(Math.max(extractLimits.timeLookIntervalMinMs, budgetMs - usedMs))
  }
  lookAgainIn(budgetMs)
  return stop
}

/** Returns CPU time, that of user and system together, in milliseconds. */
export const inMilliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000
