/** The counts of a run in words. */
import type { StateCounts } from '@seine/shared/watches/runs.ts'

const counted = ['new', 'changed', 'removed', 'failed', 'same'] as const

/** `2 new, 5 changed, 90 same`; states without pages are left out. */
export function countsText(counts: StateCounts): string {
  const parts = counted.filter((state) => counts[state] > 0).map((state) => `${counts[state]} ${state}`)
  return parts.length === 0 ? 'no pages' : parts.join(', ')
}
