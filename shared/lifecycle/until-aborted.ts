/** Waiting for what cannot be stopped itself, for as long as somebody wants it. */

/**
 * Waits for work, and no longer once the signal aborts; what then comes of the work is not heard of.
 * @throws the reason of the signal; what the work throws.
 */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  work.catch(() => {})
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
