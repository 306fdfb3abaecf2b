/** Tests many items with limited concurrency. */
import { retentionLimits } from '@seine/shared/config/limits.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'

/** Runs a test on all items with limited concurrency. @returns how many items passed it. */
export async function countTrue<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<number> {
  const passed = await eachOf(items, retentionLimits.jobsInFlight, test)
  return passed.filter((each) => each).length
}
