/** Remembers for a while which request forms a model server accepts; only for a while, because servers are replaced. */
import { modelLimits } from '@seine/shared/config/model-limits.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'

/** Ways of requesting JSON, strictest first. */
export const answerFormats = ['json_schema', 'json_object', 'plain'] as const
export type AnswerFormat = (typeof answerFormats)[number]

/** Request variant: newer models use another name for the limit of answer tokens, and accept no temperature. */
export interface Dialect {
  tokensField: 'max_tokens' | 'max_completion_tokens'
  hasTemperature: boolean
}

export class ServerDialect {
  #dialect: Dialect = { tokensField: 'max_tokens', hasTemperature: true }
  #takesSchemas = false
  #takesObjects = true
  /** Digests of refused schemas. */
  readonly #refused = new Set<string>()
  #sinceMs: number
  readonly #now: () => number

  /** @param now returns epoch milliseconds. */
  constructor(now: () => number = monotonicNow) {
    this.#now = now
    this.#sinceMs = now()
  }

  /** The dialect known so far. */
  get dialect(): Dialect {
    this.#forget()
    return this.#dialect
  }

  /**
   * Returns the strictest format that is worth trying.
   * @param schema digest of the strict schema; null if none exists.
   */
  formatFor(schema: string | null): AnswerFormat {
    this.#forget()
    // One schema may be refused because of its content; two refusals and no success mean that the server takes none.
    const isServers = !this.#takesSchemas && this.#refused.size > 1
    if (schema !== null && !isServers && !this.#refused.has(schema)) return 'json_schema'
    return this.#takesObjects ? 'json_object' : 'plain'
  }

  /** Records that the server answered a request with this format. */
  took(format: AnswerFormat): void {
    if (format === 'json_schema') this.#takesSchemas = true
  }

  /** Records that the server refused a format. */
  refused(format: AnswerFormat, schema: string | null): void {
    if (format === 'json_object') this.#takesObjects = false
    if (format !== 'json_schema' || schema === null) return
    if (this.#refused.size >= modelLimits.rememberedSchemasMax) this.#refused.clear()
    this.#refused.add(schema)
  }

  /** Records that the server answered a request in this variant. */
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
