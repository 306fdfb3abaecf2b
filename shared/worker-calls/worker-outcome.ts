/** Outcomes of single tries and of whole calls to workers. */
import type { WorkerAnswer } from './worker-answer.ts'
import { WorkerCallError, type WorkerKind } from './worker-call-error.ts'

/** Answer of every kind of worker when it could not carry out a call. */
export interface ProblemReply {
  kind: 'problem'
  code: string
  detail: string
  attempts: readonly unknown[]
}

/** Result of a call: content that is still arriving, or a problem. */
export type WorkerReply<Problem extends ProblemReply> = { kind: 'content'; answer: WorkerAnswer } | Problem

/** The worker accepts no more calls for now. */
export interface BusyWorker {
  kind: 'busy'
  /** Time after which another try is sensible according to the worker, seconds; null when it does not state one. */
  retryAfterSecs: number | null
}

/** Outcome of one try at one worker. */
export type WorkerOutcome<Problem extends ProblemReply> =
  | WorkerReply<Problem>
  | BusyWorker
  /** `mayHaveActed`: whether the worker may have worked on the call before the connection was lost. */
  | { kind: 'away'; cause: unknown; mayHaveActed: boolean }

const problemStart = '{"kind":"problem"'

/** Returns true when a worker has given a result for the page itself. */
export const isReply = <Problem extends ProblemReply>(
  outcome: WorkerOutcome<Problem>,
): outcome is WorkerReply<Problem> => outcome.kind === 'content' || outcome.kind === 'problem'

/** Returns true for an unreachable worker, and for a browser worker without a browser, unless it reports attempts. */
export const isAway = (outcome: WorkerOutcome<ProblemReply>, kind: WorkerKind): boolean =>
  outcome.kind === 'away' ||
  (kind === 'browser' &&
    outcome.kind === 'problem' &&
    outcome.code === 'browser_unavailable' &&
    outcome.attempts.length === 0)

/** @param cause only for the log. */
export const unavailable = (kind: WorkerKind, cause?: unknown): WorkerCallError =>
  new WorkerCallError('unavailable', kind, `no ${kind} worker can be reached`, { cause })

/** @param cause only for the log. */
export const overBudget = (kind: WorkerKind, cause?: unknown): WorkerCallError =>
  new WorkerCallError('over_budget', kind, 'the call exceeded its time budget', { cause })

/** Parses Retry-After in seconds (RFC 9110, section 10.2.3), the form that workers use; null for anything else. */
function retryAfterOf(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : null
}

/**
 * Interprets an answer with a status other than 200.
 * @param retryAfter value of the header, or undefined.
 * @throws WorkerCallError when another worker would give the same answer.
 */
export function refusal(
  kind: WorkerKind,
  status: number | undefined,
  retryAfter: string | undefined,
): WorkerOutcome<never> {
  if (status === 429) return { kind: 'busy', retryAfterSecs: retryAfterOf(retryAfter) }
  if (status === 503) return { kind: 'away', cause: new Error('the worker is shutting down'), mayHaveActed: false }
  const cause = new Error(`a ${kind} worker answered with status ${status ?? 0}`)
  if (status === 401) throw unavailable(kind, cause)
  throw new WorkerCallError('internal', kind, 'an unexpected fault; the log has the details', { cause })
}

/**
 * Interprets an answer with status 200.
 * @throws WorkerFault when the connection is lost while a problem is read.
 */
export async function readReply<Problem extends ProblemReply>(answer: WorkerAnswer): Promise<WorkerReply<Problem>> {
  const isProblem = answer.head.subarray(0, problemStart.length).toString() === problemStart
  return isProblem ? (JSON.parse(await answer.text()) as Problem) : { kind: 'content', answer }
}

const busyTexts = {
  browser: 'all browsers are busy',
  scrape: 'all scrape workers are busy',
} as const satisfies Record<WorkerKind, string>

/** Returns the shortest of the wait times of busy workers, because any free worker is sufficient. */
function soonest(busy: readonly BusyWorker[]): number | undefined {
  const waitsSecs = busy.flatMap(({ retryAfterSecs }) => (retryAfterSecs === null ? [] : [retryAfterSecs]))
  return waitsSecs.length === 0 ? undefined : Math.min(...waitsSecs)
}

/** Combines the outcomes of all tries, the last one first. @throws WorkerCallError when none gives a reply. */
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
