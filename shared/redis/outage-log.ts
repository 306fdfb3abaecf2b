/** Tells of an outage of Redis once, and of its end. */
import type { Logger } from '../observability/logger.ts'

export class OutageLog {
  readonly #logger: Pick<Logger, 'info' | 'warn'>
  readonly #without: string
  readonly #with: string
  #away = false

  /**
   * @param without what happens while it is away: `each gateway counts requests by itself`.
   * @param together what happens when it is back: `gateways count requests together`.
   */
  constructor(logger: Pick<Logger, 'info' | 'warn'>, without: string, together: string) {
    this.#logger = logger
    this.#without = without
    this.#with = together
  }

  /** The message alone: errors of the client carry the commands they belong to, one of which has the password. */
  failed(error: unknown): void {
    const problem = error instanceof Error ? error.message : String(error)
    if (!this.#away) this.#logger.warn({ problem }, `Redis is away: ${this.#without}`)
    this.#away = true
  }

  answered(): void {
    if (this.#away) this.#logger.info(`Redis is back: ${this.#with}`)
    this.#away = false
  }
}
