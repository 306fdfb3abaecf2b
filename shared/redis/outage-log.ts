/** Logs an outage of Redis once, and its end once. */
import type { Logger } from '../observability/logger.ts'
import { errorMessage } from '../values/error-message.ts'

export class OutageLog {
  readonly #logger: Pick<Logger, 'info' | 'warn'>
  readonly #without: string
  readonly #with: string
  #away = false

  /**
   * Creates the log.
   * @param without what happens during an outage, such as `each gateway counts requests on its own`.
   * @param together what happens afterwards, such as `gateways count requests together`.
   */
  constructor(logger: Pick<Logger, 'info' | 'warn'>, without: string, together: string) {
    this.#logger = logger
    this.#without = without
    this.#with = together
  }

  /** Logs only the message: errors of the client contain their command, and one of the commands has the password. */
  failed(error: unknown): void {
    const problem = errorMessage(error)
    if (!this.#away) this.#logger.warn({ problem }, `Redis is unavailable: ${this.#without}`)
    this.#away = true
  }

  answered(): void {
    if (this.#away) this.#logger.info(`Redis is available again: ${this.#with}`)
    this.#away = false
  }
}
