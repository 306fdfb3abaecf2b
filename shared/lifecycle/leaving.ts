/** Handles the signals that ask a process to shut down, and ends it when it does not. */
import { shutdownLimits } from '../config/process-limits.ts'
import type { Logger } from '../observability/logger.ts'

export interface LeavingOptions {
  logger: Pick<Logger, 'info' | 'error'>
  /** Time after the signal at which a process that still runs is ended, milliseconds. @default 28 s */
  exitMs?: number
  /** @default `process.exit` */
  exit?: (code: number) => void
}

/**
 * Settles at the first SIGTERM or SIGINT. Further signals have no effect; SIGKILL ends the process without a wait. A
 * process that hangs after the signal ends itself before its supervisor would have to kill it.
 */
export async function signalled({
  logger,
  exitMs = shutdownLimits.exitMs,
  exit = (code) => process.exit(code),
}: LeavingOptions): Promise<void> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => resolve(name))
  })
  logger.info({ signal }, 'the process is shutting down')
  setTimeout(() => {
    logger.error({ exitMs }, 'the process did not end in time and is terminated')
    exit(1)
  }, exitMs).unref()
}
