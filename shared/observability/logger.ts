/** Structured logs: one JSON object a line on standard output, secrets redacted. */
import { pino, type Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { redaction } from './redaction.ts'

export type { Logger }

/**
 * A logger for one process.
 * @param service name of the process, on every line.
 * @param secrets values of settings that must be on no line, besides what looks like a secret.
 */
export function createLogger(
  service: string,
  config: Pick<Config, 'SEINE_LOG_LEVEL'>,
  secrets: readonly string[] = [],
): Logger {
  return pino({
    level: config.SEINE_LOG_LEVEL,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: redaction(secrets) },
  })
}
