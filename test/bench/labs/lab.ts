/** Types of a lab and its results. */
import type { BenchStack } from '../seine/bench-stack.ts'
import type { BenchContext } from '../bench-context.ts'

/** One figure with its pass mark. */
export interface Mark {
  what: string
  /** Formatted for display: `221 of 221`. */
  figure: string
  /** The pass mark as text; empty for a figure that is only reported. */
  demand: string
  passed: boolean
}

/** One experiment with its figures. */
export interface LabResult {
  title: string
  marks: Mark[]
}

export type Lab = (bench: BenchStack, context: BenchContext) => Promise<LabResult[]>

/** A number with an upper limit. @param unit unit of the figure and the limit. */
export const atMost = (what: string, figure: number, most: number, unit = ''): Mark => ({
  what,
  figure: `${Number(figure.toFixed(1))}${unit}`,
  demand: `at most ${most}${unit}`,
  passed: figure <= most,
})

/** A count that must reach the total. */
export const allOf = (what: string, figure: number, all: number): Mark => ({
  what,
  figure: `${figure} of ${all}`,
  demand: 'all',
  passed: figure === all,
})

export const holds = (what: string, figure: string, demand: string, passed: boolean): Mark => ({
  what,
  figure,
  demand,
  passed,
})

/** A figure that must equal this value. */
export const equals = (what: string, figure: string | number, wanted: string | number): Mark =>
  holds(what, String(figure), String(wanted), figure === wanted)

/** A figure without a pass mark. */
export const reported = (what: string, figure: string): Mark => ({ what, figure, demand: '', passed: true })
