/**
 * The memory of a thread, watched from outside. V8's own limit does not serve: it knows nothing of
 * buffers, and reaching it inside a built-in function (JSON.parse, replaceAll, split) ends the process
 * with all its threads (`FATAL ERROR: Reached heap limit`).
 */
import type { Worker } from 'node:worker_threads'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'

/**
 * Watches a thread until told to stop.
 * @param maxMb heap and buffers in MiB.
 * @param onExceeded called once, when they are more.
 * @returns ends the watch.
 */
export function watchMemory(worker: Worker, maxMb: number, onExceeded: () => void): () => void {
  let isOver = false
  let isAsked = false
  const stop = (): void => {
    isOver = true
    clearInterval(timer)
  }
  const look = async (): Promise<void> => {
    const { used_heap_size: heap, external_memory: buffers } = await worker.getHeapStatistics()
    isAsked = false
    if (isOver || heap + buffers <= maxMb * 1024 * 1024) return
    stop()
    onExceeded()
  }
  const timer = setInterval(() => {
    // A thread inside a built-in function answers late, one that has ended never.
    if (isAsked) return
    isAsked = true
    look().catch(() => {})
  }, extractLimits.memoryLookIntervalMs)
  return stop
}
