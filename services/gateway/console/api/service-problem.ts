/** Errors for problem answers of the service (RFC 9457). */
import type { ProblemBody } from '@seine/shared/api/schemas/problems.ts'

type AnsweredProblem = Partial<ProblemBody> & { retry_after?: number }

/** One thing that is wrong with a request. */
export interface ApiFieldProblem {
  /** JSON pointer into the body. */
  pointer: string
  message: string
}

/** An answer of the service that is a problem. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem'
  readonly status: number
  readonly code: string
  readonly requestId: string
  readonly errors: readonly ApiFieldProblem[]
  /** Seconds after which the request may be repeated; null: not stated. */
  readonly retryAfterSecs: number | null

  constructor(status: number, body: AnsweredProblem, retryAfter: string | null) {
    super(body.message ?? `The service answered ${status}.`)
    this.status = status
    this.code = body.code ?? ''
    this.requestId = body.request_id ?? ''
    this.errors = body.errors ?? []
    const secs = Number(body.retry_after ?? retryAfter ?? Number.NaN)
    this.retryAfterSecs = Number.isFinite(secs) ? Math.max(1, secs) : null
  }
}

/** The service gave no answer. */
export class ServiceAway extends Error {
  override readonly name = 'ServiceAway'
}

/** The session has ended while the request was under way. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut'
}
