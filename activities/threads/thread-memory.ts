/**
 * Watches the memory of a thread from outside. V8's own limit is not sufficient: it does not include buffers, and
 * reaching it inside a built-in function (JSON.parse, replaceAll, split) ends the process with all its threads (`FATAL
 * ERROR: Reached heap limit`).
 */
import type { Worker } from 'node:worker_threads'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'

/**
 * Watches a thread until the returned function is called.
 * @param maxMb limit for heap and buffers, MiB.
 * @param onExceeded called once when the limit is exceeded.
 * @returns a function that ends the watch.
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
    // A thread inside a built-in function answers late; a thread that has ended never answers.
    if (isAsked) return
    isAsked = true
    look().catch(() => {})
  }, extractLimits.memoryLookIntervalMs)
  return stop
}
