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
 * @returns the new reading with the rows that follow it; alone if it has rows, but none in common with `held`, because
 *   it is unknown what is between them.
 */
export function withNewest<Row>(
  held: PolledPart<Row>,
  first: PolledPart<Row>,
  keyOf: (row: Row) => string,
): PolledPart<Row> {
  // A filter can leave the first part empty although the list goes on.
  if (first.data.length === 0 && first.next_cursor !== null) return held
  const keys = new Set(first.data.map(keyOf))
  const last = held.data.findLastIndex((row) => keys.has(keyOf(row)))
  const rest = held.data.slice(last + 1)
  if (first.next_cursor === null || last < 0 || rest.length === 0) return first
  return { data: [...first.data, ...rest], next_cursor: held.next_cursor }
}

/**
 * Cuts a new reading of several parts so that it ends where the list ended before: the list must not grow by itself.
 * @param held what was read before, from the beginning of the list.
 * @param read a new reading from the beginning, of at least as many rows.
 * @param keyOf identity of a row.
 * @returns the whole reading when it no longer has the last row of `held`.
 */
export function cutAsBefore<Row>(
  held: PolledPart<Row>,
  read: PolledPart<Row>,
  keyOf: (row: Row) => string,
): PolledPart<Row> {
  const last = held.data.at(-1)
  const end = last === undefined ? -1 : read.data.findIndex((row) => keyOf(row) === keyOf(last))
  return end < 0 ? read : { data: read.data.slice(0, end + 1), next_cursor: held.next_cursor }
}
