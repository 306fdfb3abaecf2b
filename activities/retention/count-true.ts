/** Tests many items with limited concurrency. */
import { retentionLimits } from '@seine/shared/config/limits.ts'

/** Runs a test on all items with limited concurrency. @returns how many items passed it. */
export async function countTrue<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<number> {
  const waiting = items.values()
  let count = 0
  const work = async (): Promise<void> => {
    for (const item of waiting) if (await test(item)) count += 1
  }
  await Promise.all(Array.from({ length: retentionLimits.jobsInFlight }, work))
  return count
}
