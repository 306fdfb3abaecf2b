/** The wish of whoever runs a process that it ends, and the end that comes in any case. */
import { shutdownLimits } from '../config/process-limits.ts'
import type { Logger } from '../observability/logger.ts'

export interface LeavingOptions {
  logger: Pick<Logger, 'info' | 'error'>
  /** When a process that has not ended by itself is ended, milliseconds after the signal. @default 28 s */
  exitMs?: number
  /** @default the real one */
  exit?: (code: number) => void
}

/**
 * Settles at the first SIGTERM or SIGINT. Further ones change nothing: whoever does not want to wait has
 * SIGKILL. A process that then hangs ends itself, sooner than whoever runs it would have to.
 */
export async function signalled({
  logger,
  exitMs = shutdownLimits.exitMs,
  exit = (code) => process.exit(code),
}: LeavingOptions): Promise<void> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => resolve(name))
  })
  logger.info({ signal }, 'the process leaves')
  setTimeout(() => {
    logger.error({ exitMs }, 'the process has not ended in time and is ended')
    exit(1)
  }, exitMs).unref()
}
