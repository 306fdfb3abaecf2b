/** Structured logs: one JSON object per line on standard output, secrets redacted. */
import { pino, type Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { redaction } from './redaction.ts'

export type { Logger }

/**
 * Creates the logger of a process.
 * @param service name of the process, on every line.
 * @param secrets values of settings that must not appear on any line, in addition to texts that look like secrets.
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
