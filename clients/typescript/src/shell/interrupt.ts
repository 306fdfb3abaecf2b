/** Ctrl-C handling: the first interrupt requests an orderly end, the second one ends the process immediately. */

/** Calls back for every interrupt; returns a function that stops listening. */
export type InterruptSource = (onInterrupt: () => void) => () => void

/** SIGHUP signals a closed terminal: the job, and a local stack, must not be left running. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Listens for the signals of this process. */
export const processSignals: InterruptSource = (onInterrupt) => {
  for (const name of signals) process.on(name, onInterrupt)
  return () => {
    for (const name of signals) process.off(name, onInterrupt)
  }
}

/** The interrupt state that the command checks. */
export interface Interrupt {
  /** Aborted by the first interrupt. */
  readonly signal: AbortSignal
  /** Stops listening. */
  dispose(): void
}

/**
 * Watches for interrupts.
 * @param source source of the interrupts.
 * @param actions `first` and `second` run once each, immediately; interrupts after the second are ignored.
 * @param repeatMs signals that arrive closer together count as one, milliseconds.
 * @param nowMs a monotonic clock, milliseconds.
 */
export function watchInterrupts(
  source: InterruptSource,
  actions: { first: () => void; second: () => void },
  repeatMs: number,
  nowMs: () => number = () => performance.now(),
): Interrupt {
  const abort = new AbortController()
  let firstMs: number | null = null
  let over = false
  const dispose = source(() => {
    if (over) return
    if (firstMs === null) {
      firstMs = nowMs()
      actions.first()
      abort.abort()
    } else if (nowMs() - firstMs >= repeatMs) {
      over = true
      actions.second()
    }
  })
  return { signal: abort.signal, dispose }
}
