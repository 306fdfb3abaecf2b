/**
 * The time of a thread at one page. What counts is the CPU time the page has used: on a busy machine
 * a page would otherwise be ended for what its neighbours do. Wall time ends it all the same after a
 * multiple of that, for a thread that waits for what never comes.
 */
import type { Worker } from 'node:worker_threads'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'

/**
 * Watches a thread until told to stop.
 * @param budgetMs CPU time from now on.
 * @param onExceeded called once, when either is used up.
 * @param wallMs wall time from now on. @default `extractLimits.wallTimeFactor` times the CPU time
 * @returns ends the watch.
 */
export function watchTime(
  worker: Worker,
  budgetMs: number,
  onExceeded: () => void,
  wallMs: number = budgetMs * extractLimits.wallTimeFactor,
): () => void {
  const wallEndsAt = performance.now() + wallMs
  const before = worker.cpuUsage()
  // Of a thread that has ended; that is noticed by other means.
  before.catch(() => {})
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
    // Timers fire before messages are read: after a stall of this process, an answer that is already
    // there must win over the budget.
    late = setImmediate(onExceeded)
  }
  const lookAgainIn = (waitMs: number): void => {
    const leftMs = wallEndsAt - performance.now()
    if (leftMs <= 0) exceed()
    else timer = setTimeout(() => void look(), Math.min(waitMs, leftMs))
  }
  const look = async (): Promise<void> => {
    // A thread that does not even answer this is ended when the wall time is up.
    timer = setTimeout(exceed, Math.max(1, wallEndsAt - performance.now()))
    const usedMs = await before.then((used) => worker.cpuUsage(used)).then(inMilliseconds, () => 0)
    if (isOver) return
    clearTimeout(timer)
    if (usedMs >= budgetMs) exceed()
    else lookAgainIn(Math.max(extractLimits.timeLookIntervalMinMs, budgetMs - usedMs))
  }
  lookAgainIn(budgetMs)
  return stop
}

const inMilliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000
