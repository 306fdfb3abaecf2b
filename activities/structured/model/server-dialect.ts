/** What a model server takes, as far as it has shown: remembered for a while, because servers are replaced. */
import { modelLimits } from '@seine/shared/config/model-limits.ts'

/** Ways of asking for JSON, strictest first. */
export const answerFormats = ['json_schema', 'json_object', 'plain'] as const
export type AnswerFormat = (typeof answerFormats)[number]

/** Requests of newer models have another name for the tokens of the answer, and no temperature. */
export interface Dialect {
  tokensField: 'max_tokens' | 'max_completion_tokens'
  hasTemperature: boolean
}

export class ServerDialect {
  #dialect: Dialect = { tokensField: 'max_tokens', hasTemperature: true }
  #takesSchemas = false
  #takesObjects = true
  /** Digests of schemas that were refused. */
  readonly #refused = new Set<string>()
  #sinceMs: number
  readonly #now: () => number

  /** @param now epoch milliseconds. */
  constructor(now: () => number = Date.now) {
    this.#now = now
    this.#sinceMs = now()
  }

  get dialect(): Dialect {
    this.#forget()
    return this.#dialect
  }

  /**
   * The strictest format that is worth a try.
   * @param schema digest of the strict schema; null where there is none.
   */
  formatFor(schema: string | null): AnswerFormat {
    this.#forget()
    // A schema may be refused for itself; two of them, and none ever taken, are the server's doing.
    const isServers = !this.#takesSchemas && this.#refused.size > 1
    if (schema !== null && !isServers && !this.#refused.has(schema)) return 'json_schema'
    return this.#takesObjects ? 'json_object' : 'plain'
  }

  /** The server has answered a request of that form. */
  took(format: AnswerFormat): void {
    if (format === 'json_schema') this.#takesSchemas = true
  }

  /** The server has refused one. */
  refused(format: AnswerFormat, schema: string | null): void {
    if (format === 'json_object') this.#takesObjects = false
    if (format !== 'json_schema' || schema === null) return
    if (this.#refused.size >= modelLimits.rememberedSchemasMax) this.#refused.clear()
    this.#refused.add(schema)
  }

  /** The server has answered a request that was put like that. */
  speaks(dialect: Dialect): void {
    this.#dialect = dialect
  }

  #forget(): void {
    if (this.#now() - this.#sinceMs < modelLimits.rememberMs) return
    this.#sinceMs = this.#now()
    this.#dialect = { tokensField: 'max_tokens', hasTemperature: true }
    this.#takesSchemas = false
    this.#takesObjects = true
    this.#refused.clear()
  }
}
