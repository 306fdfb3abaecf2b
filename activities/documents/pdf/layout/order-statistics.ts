/** Minimum and maximum of many values: `Math.min(...)` overflows the stack on a page of a hundred thousand pieces. */

/** Returns the smallest measure; `Infinity` for an empty list. */
export const leastOf = <Item>(items: readonly Item[], measure: (item: Item) => number): number =>
  items.reduce((least, item) => Math.min(least, measure(item)), Number.POSITIVE_INFINITY)

/** Returns the largest measure; `-Infinity` for an empty list. */
export const greatestOf = <Item>(items: readonly Item[], measure: (item: Item) => number): number =>
  items.reduce((greatest, item) => Math.max(greatest, measure(item)), Number.NEGATIVE_INFINITY)

/** Returns the median, the higher of the two middle values; 0 for an empty list. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}
