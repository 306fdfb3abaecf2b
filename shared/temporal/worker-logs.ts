/** Routes the logs of the Temporal SDK and of workflows to the process's own logger. */
import { stdSerializers } from 'pino'
import type { Logger as TemporalLogger, LogLevel, LogMetadata } from '@temporalio/worker'
import type { Logger } from '../observability/logger.ts'

const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const

/** Converts errors to plain objects, because JSON cannot represent them. */
const legible = (meta: LogMetadata | undefined): LogMetadata | undefined =>
  meta?.['error'] instanceof Error ? { ...meta, error: stdSerializers.err(meta['error']) } : meta

/**
 * Returns a Temporal logger that writes to `logger`; the SDK's level "info" becomes "debug", because it is detail to an
 * operator.
 */
export function routeTemporalLogs(logger: Logger): TemporalLogger {
  const log = (level: LogLevel, message: string, meta?: LogMetadata): void => {
    logger[levels[level]]({ temporal: legible(meta) }, message)
  }
  return {
    log,
    trace: (message, meta) => log('TRACE', message, meta),
    debug: (message, meta) => log('DEBUG', message, meta),
    info: (message, meta) => log('INFO', message, meta),
    warn: (message, meta) => log('WARN', message, meta),
    error: (message, meta) => log('ERROR', message, meta),
  }
}
