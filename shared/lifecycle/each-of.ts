/** Processes a list with limited concurrency. */
import PQueue from 'p-queue'

/**
 * Calls `work` for every entry, in their order. After a failure, no further entry is begun.
 * @param atOnce number of concurrent calls.
 * @returns the results in the order of the entries.
 * @throws the first error of `work`.
 */
export async function eachOf<T, R>(
  entries: readonly T[],
  atOnce: number,
  work: (entry: T, index: number) => Promise<R>,
): Promise<R[]> {
  const queue = new PQueue({ concurrency: atOnce })
  queue.addEventListener('error', () => queue.pause())
  return await queue.addAll(entries.map((entry, index) => async () => await work(entry, index)))
}
