/** Processes a list with limited concurrency. */

/**
 * Calls `work` for every entry.
 * @param atOnce number of concurrent calls.
 * @returns the results in the order of the entries.
 */
export async function eachOf<T, R>(
  entries: readonly T[],
  atOnce: number,
  work: (entry: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const run = async (): Promise<void> => {
    while (next < entries.length) {
      const index = next
      next += 1
      results[index] = await work(entries[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, entries.length) }, run))
  return results
}

/** Selects every nth entry, so that about `count` remain; all of them when there are no more. */
export function sampleOf<T>(entries: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.ceil(entries.length / count))
  return entries.filter((_, index) => index % step === 0)
}
