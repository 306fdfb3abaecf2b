/** A little time for what is under way when a worker is told to leave. */

/**
 * A signal that aborts so long after another one, with its reason.
 * @param delayMs milliseconds.
 * @returns the signal, and a function that lets go of both.
 */
export function lateSignal(signal: AbortSignal, delayMs: number): { signal: AbortSignal; clear: () => void } {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const onAbort = (): void => {
    timer = setTimeout(() => late.abort(signal.reason), delayMs)
  }
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return {
    signal: late.signal,
    clear() {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    },
  }
}
