/**
 * Handles uncaught errors and unhandled rejections. After one, the state of the process may be wrong, so it stops soon:
 * it accepts no more work, finishes or hands back its work within the usual shutdown grace, and exits with a failure so
 * that its supervisor restarts it.
 */
import { shutdownLimits } from '../config/process-limits.ts'
import type { Logger } from '../observability/logger.ts'

export interface FaultOptions {
  logger: Pick<Logger, 'fatal'>
  /** Time after the first fault at which a process that still runs is ended, milliseconds. @default 28 s */
  exitMs?: number
  /** Number of faults after which the process is ended at once. @default shutdownLimits.faultsMax */
  faultsMax?: number
  /** @default `process.exit` */
  exit?: (code: number) => void
}

let faultsSeen = 0

/** Returns true when an error of this process was not caught: it drains and ends for that reason. */
export const hasFaulted = (): boolean => faultsSeen > 0

/**
 * Settles at the first fault; from then on the exit code of the process is 1. Further faults are logged, up to
 * `faultsMax`: a process that keeps failing cannot drain.
 */
export async function faulted({
  logger,
  exitMs = shutdownLimits.exitMs,
  faultsMax = shutdownLimits.faultsMax,
  exit = (code) => process.exit(code),
}: FaultOptions): Promise<void> {
  let faults = 0
  await new Promise<void>((resolve) => {
    // Unhandled rejections arrive here as well; `origin` distinguishes them.
    process.on('uncaughtException', (error: unknown, origin) => {
      faults += 1
      faultsSeen += 1
      process.exitCode = 1
      // An error of the logger must not cause another fault.
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
