/** Sends heartbeats of an activity while its work runs. */
import { watchingCalls } from '@seine/shared/storage/calls-under-way.ts'

/**
 * Runs work and sends heartbeats meanwhile, unless a call of the store hangs beyond its timeouts: then the heartbeats
 * stop, and Temporal gives the work to another worker.
 * @param beat sends one heartbeat.
 * @param intervalMs interval between heartbeats, milliseconds.
 * @param hanging called when a call begins to hang; it may send one last heartbeat.
 */
export async function whileBeating<T>(
  beat: () => void,
  intervalMs: number,
  work: () => Promise<T>,
  hanging: () => void = () => undefined,
): Promise<T> {
  return await watchingCalls(async (hangs) => {
    let hung = false
    const timer = setInterval(() => {
      const isHung = hangs()
      if (!isHung) beat()
      else if (!hung) hanging()
      hung = isHung
    }, intervalMs)
    try {
      return await work()
    } finally {
      clearInterval(timer)
    }
  })
}
