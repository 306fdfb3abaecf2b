/** Parts of lists that are sorted with the newest first, and grow at their beginning. */

/** A part of a list, as the service answers it. */
export interface PolledPart<Row> {
  data: readonly Row[]
  /** Cursor of the next part; null at the end of the list. */
  next_cursor: string | null
}

/**
 * Merges a new reading of the beginning of a list into several parts that were read before. New rows move others out of
 * the first part: these stay, because the parts after it begin where it ended when it was first read.
 * @param held what was read before, from the beginning of the list.
 * @param first a new reading of the beginning.
 * @param keyOf identity of a row.
 * @returns the new reading with the rows that follow it; alone if it has no row in common with `held`, because it is
 *   unknown what is between them.
 */
export function withNewest<Row>(
  held: PolledPart<Row>,
  first: PolledPart<Row>,
  keyOf: (row: Row) => string,
): PolledPart<Row> {
  const keys = new Set(first.data.map(keyOf))
  const last = held.data.findLastIndex((row) => keys.has(keyOf(row)))
  const rest = held.data.slice(last + 1)
  if (first.next_cursor === null || last < 0 || rest.length === 0) return first
  return { data: [...first.data, ...rest], next_cursor: held.next_cursor }
}
