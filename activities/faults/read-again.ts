/** Reads stored objects that may be missing or damaged only temporarily. */
import { setTimeout as sleep } from 'node:timers/promises'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'

/** The value that was read, or a description of the fault. */
export type Reading<T> = { kind: 'read'; value: T } | { kind: 'fault'; why: string }

/**
 * Reads, and reads again after pauses as long as there is a fault.
 * @returns the first reading without a fault, otherwise the last.
 * @throws any error of `read`, at once.
 */
export async function readAgain<T>(read: () => Promise<Reading<T>>): Promise<Reading<T>> {
  let reading = await read()
  for (const pauseMs of frontierLimits.lostResultPausesMs) {
    if (reading.kind === 'read') break
    await sleep(pauseMs)
    reading = await read()
  }
  return reading
}

/** As `readAgain`, for reads that return null when the object is lost or damaged. @returns null when it stays so. */
export async function readAgainIfNull<T>(read: () => Promise<T | null>): Promise<T | null> {
  const reading = await readAgain(async (): Promise<Reading<T>> => {
    const value = await read()
    return value === null ? { kind: 'fault', why: 'lost or damaged' } : { kind: 'read', value }
  })
  return reading.kind === 'read' ? reading.value : null
}
