/** The figures of all benchmarks in one form, so that they can be tabulated and compared. */
import { median } from '../crawl/crawl-figures.ts'
import type { machineFacts } from '../machine-facts.ts'

/** One measured value. */
export interface Figure {
  /** What was measured: a contender, with the number of pages at once. */
  subject: string
  /** Name and unit, as in the heading of a table: `CPU ms a page`. */
  measure: string
  value: number
  better: 'less' | 'more'
  /** Half the distance between the best and the worst round, as a share of the value; null with a single round. */
  spread: number | null
}

/** One run of one benchmark. */
export interface BenchmarkRun {
  /** Its command with the variant: `crawl html`. */
  bench: string
  /** When it ended, ISO 8601. */
  at: string
  /** Version of the package. */
  version: string
  machine: ReturnType<typeof machineFacts>
  /** How long it took, seconds. */
  seconds: number
  figures: Figure[]
  /** What could not be measured or has failed, with the reason. */
  problems: string[]
}

/** The last run of every benchmark. */
export interface BenchReport {
  runs: BenchmarkRun[]
}

/** Returns the spread of the values of the rounds; null for fewer than two. */
export function spreadOf(values: readonly number[]): number | null {
  const middle = median(values)
  if (values.length < 2 || !(middle > 0)) return null
  return (Math.max(...values) - Math.min(...values)) / 2 / middle
}

/** Whether a figure is one of Seine and not of a peer. */
export const isOwn = ({ subject }: Figure): boolean => subject.startsWith('Seine')
