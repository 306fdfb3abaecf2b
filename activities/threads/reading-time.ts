/**
 * The clock of the readers of documents. It counts the CPU time of their thread: by wall time, a document on a busy
 * machine would be cut short because of other work. Time without CPU, as of a thread that gets none or waits for other
 * threads, counts by a part, as in `watchTime`, which would otherwise end the page from outside before its reader does.
 */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { inMilliseconds } from './thread-time.ts'

let readMs = 0
let cpuBeforeMs = 0
let wallBeforeMs = 0

/** Returns the time of this thread's clock, milliseconds; differences alone have a meaning. */
export function readingTimeMs(): number {
  const cpuMs = inMilliseconds(process.threadCpuUsage())
  const wallMs = performance.now()
  readMs += Math.max(cpuMs - cpuBeforeMs, (wallMs - wallBeforeMs) / extractLimits.wallTimeFactor)
  cpuBeforeMs = cpuMs
  wallBeforeMs = wallMs
  return readMs
}
