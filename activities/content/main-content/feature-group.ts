/** A group of feature columns: their names, and how the values of one block are written. */
import type { BlockFacts } from './facts.ts'

/** Writes the values of one row in order. */
export interface RowWriter {
  out: Float32Array
  at: number
}

/** Columns that are written together. */
export interface FeatureGroup {
  names: readonly string[]
  write: (facts: BlockFacts, block: number, to: RowWriter) => void
}

/** Writes the next value of a row. */
export const put = (to: RowWriter, value: number): void => {
  to.out[to.at++] = value
}

/** Returns the share of a part in a whole; 0 when the whole is empty. */
export const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
