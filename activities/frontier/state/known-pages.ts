/** How many pages to fetch a frontier keeps: more than the limit, because pages that are refused do not count. */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'

/** Returns the number of pages to fetch that are kept. @param limit of the job, pages. */
export function knownPagesMax(limit: number): number {
  const { pagesPerLimit, pagesBeyondLimitMax } = frontierLimits
  return limit + Math.min(limit * (pagesPerLimit - 1), pagesBeyondLimitMax)
}
