/** What calls to browser workers come to, one by one and together. */
import type { WorkerProblem } from '@seine/shared/api/worker-reply.ts'
import { ApiError } from './api-error.ts'
import type { WorkerAnswer } from './worker-answer.ts'

/** What a worker made of a call: content that is still arriving, or why there is none. */
export type BrowserReply = { kind: 'content'; answer: WorkerAnswer } | WorkerProblem

/** What one worker made of it. */
export type WorkerOutcome = BrowserReply | { kind: 'busy' } | { kind: 'away'; cause: unknown }

const problemStart = '{"kind":"problem"'

/** True for what a worker had to say about the page itself. */
export const isReply = (outcome: WorkerOutcome): outcome is BrowserReply =>
  outcome.kind === 'content' || outcome.kind === 'problem'

/** A worker without a browser is as good as none, unless it has attempts to tell of. */
export const isAway = (outcome: WorkerOutcome): boolean =>
  outcome.kind === 'away' ||
  (outcome.kind === 'problem' && outcome.code === 'browser_unavailable' && outcome.attempts.length === 0)

/** @param cause goes to the log. */
export const unavailable = (cause?: unknown): ApiError =>
  new ApiError('browser_unavailable', 'no browser worker can be reached', { cause })

/** @param cause goes to the log. */
export const overBudget = (cause?: unknown): ApiError =>
  new ApiError('budget_exceeded', 'the call exceeded its time budget', { cause, attempts: [] })

/** What an answer other than 200 means. @throws ApiError when another worker would answer alike. */
export function refusal(status: number | undefined): WorkerOutcome {
  if (status === 429) return { kind: 'busy' }
  if (status === 503) return { kind: 'away', cause: new Error('the worker is going away') }
  const cause = new Error(`a browser worker answered with status ${status ?? 0}`)
  if (status === 401) throw unavailable(cause)
  throw new ApiError('internal_error', 'an unexpected fault; the log has the details', { cause })
}

/**
 * What an answer with status 200 is.
 * @throws WorkerFault when the worker goes away while it tells of a problem.
 */
export async function readReply(answer: WorkerAnswer): Promise<BrowserReply> {
  const isProblem = answer.head.subarray(0, problemStart.length).toString() === problemStart
  return isProblem ? (JSON.parse(await answer.text()) as WorkerProblem) : { kind: 'content', answer }
}

/** What all tries come to, the last one first. @throws ApiError */
export function settled(outcomes: readonly WorkerOutcome[]): BrowserReply {
  const [last] = outcomes
  if (last !== undefined && isReply(last) && !isAway(last)) return last
  if (outcomes.some(({ kind }) => kind === 'busy')) {
    throw new ApiError('concurrency_limit_reached', 'all browsers are busy')
  }
  const problem = outcomes.find(isReply)
  if (problem !== undefined) return problem
  throw unavailable(last?.kind === 'away' ? last.cause : undefined)
}
