/** The figures of all benchmarks in one form, so that they can be tabulated and compared. */
import { median } from '../crawl/crawl-figures.ts'

/** One measured value. */
export interface Figure {
  /** Command that measured it, with the variant: `crawl html`. */
  bench: string
  /** What was measured: a contender, with the number of pages at once. */
  subject: string
  /** Name and unit, as in the heading of a table: `CPU ms a page`. */
  measure: string
  value: number
  better: 'less' | 'more'
  /** Half the distance between the best and the worst round, as a share of the value; null with a single round. */
  spread: number | null
}

/** The figures of one run of all benchmarks. */
export interface BenchReport {
  /** ISO 8601. */
  at: string
  /** Version of the package. */
  version: string
  machine: { cores: number; memoryBytes: number; model: string }
  figures: Figure[]
  /** Benchmarks or peers that could not be measured, with the reason. */
  missing: string[]
}

/** Returns the spread of the values of the rounds; null for fewer than two. */
export function spreadOf(values: readonly number[]): number | null {
  const middle = median(values)
  if (values.length < 2 || !(middle > 0)) return null
  return (Math.max(...values) - Math.min(...values)) / 2 / middle
}

/** Whether a figure is one of Seine and not of a peer. */
export const isOwn = ({ subject }: Figure): boolean => subject.startsWith('Seine')
