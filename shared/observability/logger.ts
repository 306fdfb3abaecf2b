/** Structured logs: one JSON object a line on standard output, secrets redacted. */
import { pino, type Logger } from 'pino'
import type { Config } from '../config/config.ts'

export type { Logger }

const redactedPaths = [
  'req.headers.authorization',
  'req.headers["x-api-key"]',
  '*.headers.cookie',
  '*.headers.authorization',
  'apiKey',
]

/**
 * A logger for one process.
 * @param service name of the process, on every line.
 */
export function createLogger(service: string, config: Pick<Config, 'SEINE_LOG_LEVEL'>): Logger {
  return pino({
    level: config.SEINE_LOG_LEVEL,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redactedPaths, remove: true },
  })
}
