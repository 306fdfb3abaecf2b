/** Heartbeats of an activity beside its work. */
import { watchingCalls } from '@seine/shared/storage/calls-under-way.ts'

/**
 * Does work and beats meanwhile, unless a call of the store hangs beyond its timeouts: then the beats end, and Temporal
 * gives the work to another worker.
 * @param beat sends one heartbeat.
 * @param intervalMs between two of them, milliseconds.
 */
export async function whileBeating<T>(beat: () => void, intervalMs: number, work: () => Promise<T>): Promise<T> {
  return await watchingCalls(async (hangs) => {
    const timer = setInterval(() => {
      if (!hangs()) beat()
    }, intervalMs)
    try {
      return await work()
    } finally {
      clearInterval(timer)
    }
  })
}
