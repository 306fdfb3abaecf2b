/** What a language model is asked of a page, and what comes of it. */
import type { JsonSchema } from './facts.ts'

/** A page and what is wanted of it: a schema, a prompt or both. */
export interface ModelRequest {
  /** Of the page; data of strangers. */
  markdown: string
  /** Final URL. */
  url: string
  title: string | null
  /** As the caller gave it, or the schema that a shape stands for. */
  schema: JsonSchema | null
  prompt: string | null
  /** Whose page it is. */
  tenant: string
  /** What the page states of itself, any JSON: a hint, left out where it is long. */
  facts?: unknown
}

export interface ModelUsage {
  calls: number
  promptTokens: number
  completionTokens: number
  /** Whether the server did not count some of it. */
  isEstimated: boolean
}

/** Where a value breaks the caller's schema. */
export interface ModelValueError {
  /** JSON pointer into the value. */
  pointer: string
  message: string
}

export const modelFailures = [
  /** Not reached, busy for too long, or it takes no such call: key, name, URL. */
  'model_unavailable',
  'model_timeout',
  /** The model would not, or a filter would not let it. */
  'model_refused',
  /** The schema, or the page, is more than may be sent. */
  'token_budget',
  /** An answer without JSON in it. */
  'model_bad_output',
] as const
export type ModelFailure = (typeof modelFailures)[number]

export type ModelOutput =
  | {
      kind: 'value'
      value: unknown
      usage: ModelUsage
      /** Parts that the page was read in. */
      chunks: number
      /** Empty = the value keeps to the caller's schema. */
      errors: ModelValueError[]
      warnings: string[]
    }
  | { kind: 'failed'; code: ModelFailure; detail: string; usage: ModelUsage }

export interface ModelReader {
  /** Name of the model, for reports. */
  readonly name: string
  /**
   * Reads a page.
   * @param bounds.deadlineMs epoch milliseconds.
   * @returns also for everything a server does wrong.
   * @throws the reason of the signal.
   */
  read(request: ModelRequest, bounds: { deadlineMs: number; signal: AbortSignal }): Promise<ModelOutput>
}
