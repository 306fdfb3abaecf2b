/** What calls to workers come to, one by one and together. */
import type { WorkerAnswer } from './worker-answer.ts'
import { WorkerCallError, type WorkerKind } from './worker-call-error.ts'

/** What every kind of worker says when it could not do what it was asked for. */
export interface ProblemReply {
  kind: 'problem'
  code: string
  detail: string
  attempts: readonly unknown[]
}

/** What a worker made of a call: content that is still arriving, or why there is none. */
export type WorkerReply<Problem extends ProblemReply> = { kind: 'content'; answer: WorkerAnswer } | Problem

/** The worker takes no more calls for now. */
export interface BusyWorker {
  kind: 'busy'
  /** When it says another try makes sense, seconds; null when it does not. */
  retryAfterSecs: number | null
}

/** What one worker made of it. */
export type WorkerOutcome<Problem extends ProblemReply> =
  | WorkerReply<Problem>
  | BusyWorker
  /** @param mayHaveActed whether it may have worked on the call before it went. */
  | { kind: 'away'; cause: unknown; mayHaveActed: boolean }

const problemStart = '{"kind":"problem"'

/** True for what a worker had to say about the page itself. */
export const isReply = <Problem extends ProblemReply>(
  outcome: WorkerOutcome<Problem>,
): outcome is WorkerReply<Problem> => outcome.kind === 'content' || outcome.kind === 'problem'

/** A browser worker without a browser is as good as none, unless it has attempts to tell of. */
export const isAway = (outcome: WorkerOutcome<ProblemReply>, kind: WorkerKind): boolean =>
  outcome.kind === 'away' ||
  (kind === 'browser' &&
    outcome.kind === 'problem' &&
    outcome.code === 'browser_unavailable' &&
    outcome.attempts.length === 0)

/** @param cause goes to the log. */
export const unavailable = (kind: WorkerKind, cause?: unknown): WorkerCallError =>
  new WorkerCallError('unavailable', kind, `no ${kind} worker can be reached`, { cause })

/** @param cause goes to the log. */
export const overBudget = (kind: WorkerKind, cause?: unknown): WorkerCallError =>
  new WorkerCallError('over_budget', kind, 'the call exceeded its time budget', { cause })

/** Retry-After in seconds (RFC 9110, section 10.2.3), the form that workers use; null for anything else. */
function retryAfterOf(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : null
}

/**
 * What an answer other than 200 means.
 * @param retryAfter value of the header, or undefined.
 * @throws WorkerCallError when another worker would answer alike.
 */
export function refusal(
  kind: WorkerKind,
  status: number | undefined,
  retryAfter: string | undefined,
): WorkerOutcome<never> {
  if (status === 429) return { kind: 'busy', retryAfterSecs: retryAfterOf(retryAfter) }
  if (status === 503) return { kind: 'away', cause: new Error('the worker is going away'), mayHaveActed: false }
  const cause = new Error(`a ${kind} worker answered with status ${status ?? 0}`)
  if (status === 401) throw unavailable(kind, cause)
  throw new WorkerCallError('internal', kind, 'an unexpected fault; the log has the details', { cause })
}

/**
 * What an answer with status 200 is.
 * @throws WorkerFault when the worker goes away while it tells of a problem.
 */
export async function readReply<Problem extends ProblemReply>(answer: WorkerAnswer): Promise<WorkerReply<Problem>> {
  const isProblem = answer.head.subarray(0, problemStart.length).toString() === problemStart
  return isProblem ? (JSON.parse(await answer.text()) as Problem) : { kind: 'content', answer }
}

const busyTexts = {
  browser: 'all browsers are busy',
  scrape: 'all scrape workers are busy',
} as const satisfies Record<WorkerKind, string>

/** The shortest of the times that busy workers ask for: whoever is free first will do. */
function soonest(busy: readonly BusyWorker[]): number | undefined {
  const told = busy.flatMap(({ retryAfterSecs }) => (retryAfterSecs === null ? [] : [retryAfterSecs]))
  return told.length === 0 ? undefined : Math.min(...told)
}

/** What all tries come to, the last one first. @throws WorkerCallError */
export function settled<Problem extends ProblemReply>(
  kind: WorkerKind,
  outcomes: readonly WorkerOutcome<Problem>[],
): WorkerReply<Problem> {
  const [last] = outcomes
  if (last !== undefined && isReply(last) && !isAway(last, kind)) return last
  const busy = outcomes.filter((outcome): outcome is BusyWorker => outcome.kind === 'busy')
  if (busy.length > 0) throw new WorkerCallError('busy', kind, busyTexts[kind], { retryAfterSecs: soonest(busy) })
  const problem = outcomes.find(isReply)
  if (problem !== undefined) return problem
  throw unavailable(kind, last?.kind === 'away' ? last.cause : undefined)
}
