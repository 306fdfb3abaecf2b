/**
 * Errors that nothing caught, thrown or rejected. What the process knows after one may be wrong, so it
 * does not go on for long: it takes no more work, finishes or hands back what it has within the grace of
 * every end, and ends with a failure, so that whoever runs it starts it again.
 */
import { shutdownLimits } from '../config/process-limits.ts'
import type { Logger } from '../observability/logger.ts'

export interface FaultOptions {
  logger: Pick<Logger, 'fatal'>
  /** When a process that has not ended by itself is ended, milliseconds after the first fault. @default 28 s */
  exitMs?: number
  /** Faults after which the process is ended at once. @default shutdownLimits.faultsMax */
  faultsMax?: number
  /** @default the real one */
  exit?: (code: number) => void
}

/**
 * Settles at the first fault; the exit code of the process is 1 from then on. Further faults are logged, up to
 * `faultsMax`: a process that fails over and over drains nothing.
 */
export async function faulted({
  logger,
  exitMs = shutdownLimits.exitMs,
  faultsMax = shutdownLimits.faultsMax,
  exit = (code) => process.exit(code),
}: FaultOptions): Promise<void> {
  let faults = 0
  await new Promise<void>((resolve) => {
    // Rejections that nothing handles come here as well, which `origin` tells.
    process.on('uncaughtException', (error: unknown, origin) => {
      faults += 1
      process.exitCode = 1
      // A log that fails must not make another fault of it.
      try {
        logger.fatal({ err: error, origin, faults }, 'an error was not caught: the process drains and ends')
      } catch {
        exit(1)
      }
      if (faults > faultsMax) exit(1)
      resolve()
    })
  })
  setTimeout(() => exit(1), exitMs).unref()
}
