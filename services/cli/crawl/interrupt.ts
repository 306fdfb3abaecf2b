/** Ctrl-C: the first one asks for an orderly end, the second one ends at once. */

/** Calls back for every interrupt; the result ends that. */
export type InterruptSource = (onInterrupt: () => void) => () => void

/** SIGHUP is a closed terminal: the crawl and the local stack must not be left behind. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The signals of this process. */
export const processSignals: InterruptSource = (onInterrupt) => {
  for (const name of signals) process.on(name, onInterrupt)
  return () => {
    for (const name of signals) process.off(name, onInterrupt)
  }
}

/** What the command looks at. */
export interface Interrupt {
  /** Aborted by the first interrupt. */
  readonly signal: AbortSignal
  /** Stops listening. */
  dispose(): void
}

/**
 * Watches for interrupts.
 * @param source where they come from.
 * @param actions `first` and `second` run once each, at once; what follows a second is ignored.
 * @param repeatMs signals that arrive closer together count as one.
 * @param nowMs a steady clock in milliseconds.
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
