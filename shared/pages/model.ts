/** Requests to a language model about a page, and their results. */
import type { JsonSchema } from './facts.ts'

/** A page and the requested result: a schema, a prompt or both. */
export interface ModelRequest {
  /** Content of the page; untrusted data. */
  markdown: string
  /** Final URL. */
  url: string
  title: string | null
  /** As the caller gave it, or the schema derived from a shape. */
  schema: JsonSchema | null
  prompt: string | null
  /** Tenant of the page. */
  tenant: string
  /** Facts that the page states, any JSON: a hint, left out when it is too long. */
  facts?: unknown
}

export interface ModelUsage {
  calls: number
  promptTokens: number
  completionTokens: number
  /** Whether part of it is estimated, because the server did not count it. */
  isEstimated: boolean
}

/** A place where a value violates the caller's schema. */
export interface ModelValueError {
  /** JSON pointer into the value. */
  pointer: string
  message: string
}

export const modelFailures = [
  /** Unreachable, busy for too long, or it rejects such calls: key, name, URL. */
  'model_unavailable',
  'model_timeout',
  /** The model refused, or a filter blocked the answer. */
  'model_refused',
  /** The schema or the page is larger than may be sent. */
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
      /** Parts in which the page was read. */
      chunks: number
      /** Empty: the value conforms to the caller's schema. */
      errors: ModelValueError[]
      warnings: string[]
    }
  | { kind: 'failed'; code: ModelFailure; detail: string; usage: ModelUsage }

export interface ModelReader {
  /** Name of the model, for reports. */
  readonly name: string
  /**
   * Reads a page.
   * @param bounds.deadlineMs milliseconds of `monotonicNow`.
   * @returns the output; faults of the server are returned as `failed`.
   * @throws the reason of the signal.
   */
  read(request: ModelRequest, bounds: { deadlineMs: number; signal: AbortSignal }): Promise<ModelOutput>
}
