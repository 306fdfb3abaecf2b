/** Gives work in progress a short grace period when a worker shuts down. */

/**
 * Returns a signal that aborts some time after another one, with the same reason.
 * @param delayMs delay, milliseconds.
 * @returns the signal, and a function that clears the timer and removes the listener.
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
