/** Where the pages of a job are. */
import type { FrontierState } from '../frontier/frontier-state.ts'

/** Keys of every segment that belongs to a job, in slice order. */
export function segmentsOf(state: FrontierState): string[] {
  return state.merged.toSorted((a, b) => a.slice - b.slice).flatMap(({ segments }) => segments)
}
