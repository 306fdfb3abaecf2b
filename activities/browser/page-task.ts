/** The common part of the calls of a browser worker: runs the task up the ladder and reports problems that end it. */
import type { CaptureAttempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { BrowserTask } from '@seine/shared/tasks/browser-page.ts'
import type { WorkerProblem } from '@seine/shared/pages/worker-reply.ts'
import {
  browserSession,
  keepLeft,
  proxySessionOf,
  settleAccess,
  type PageSession,
} from '@seine/shared/pages/page-session.ts'
import { succeeded } from './attempt-report.ts'
import type { AttemptResult } from './attempt-result.ts'
import { countCapture } from './count-capture.ts'
import { climb, type Climb, type ClimbPorts, type ClimbRequest } from './climb.ts'
import { noBrowserReason } from './no-browser.ts'

/** One call of a worker. */
export interface PageCall<Task extends BrowserTask> {
  task: Task
  /** End of the caller's budget, milliseconds of `monotonicNow`. */
  deadlineMs: number
  /** How long the call has waited for a slot, milliseconds. */
  queueMs: number
  signal: AbortSignal
  /**
   * The page's session, when the worker holds it itself; it takes precedence over the session of the task. What the
   * page leaves is put into its state, and answers do not contain its secrets.
   */
  session?: PageSession | null
}

/** The final document of the page, as received. */
export interface SeenDocument {
  url: string
  status: number | null
  /** Null when its body was not kept, or is not text. */
  text: string | null
}

/** The answer of a worker, and a promise for the end of the browser's work on the page. */
export interface PageReply<Reply> {
  reply: Reply
  /** Never rejects. */
  closed: Promise<void>
  /** Contains secrets and must not be passed on. Absent when no page was loaded. */
  seen?: SeenDocument
  /** Whether the page was captured; absent when no page was loaded. */
  succeeded?: boolean
  /** The answer of the page's host; absent when no page was loaded. */
  answered?: Pick<AttemptResult, 'finalUrl' | 'httpStatus' | 'headers'>
}

const done = Promise.resolve()

const problem = (code: WorkerProblem['code'], detail: string, attempts: CaptureAttempt[] = []): WorkerProblem => ({
  kind: 'problem',
  code,
  detail,
  attempts,
})

/**
 * Loads the page of a task.
 * @param reports builds the reports of the attempts, when they are needed.
 * @param reply builds the answer for a climb that ended within its budget.
 * @throws the abort reason of the call's signal; internal errors.
 */
export async function servePage<Reply>(
  call: PageCall<BrowserTask>,
  wanted: Pick<ClimbRequest, 'bodies' | 'isWanted' | 'want'>,
  ports: ClimbPorts,
  reports: (attempts: readonly AttemptResult[]) => CaptureAttempt[],
  reply: (deciding: AttemptResult, climbed: Climb) => Reply,
): Promise<PageReply<Reply | WorkerProblem>> {
  const { task, deadlineMs, signal, session: own = null } = call
  const proxySession = proxySessionOf(own)
  const session = own === null ? (task.session ?? null) : browserSession(own, proxySession)
  let climbed: Climb
  try {
    climbed = await climb({ url: task.url, page: task.page, session, deadlineMs, signal, ...wanted }, ports)
  } catch (error) {
    const reason = noBrowserReason(error)
    if (reason === null) throw error
    return { reply: problem(reason.code, reason.message), closed: done }
  }
  countCapture(task.tenant, climbed.attempts)
  const deciding = climbed.attempts.at(-1)
  if (own !== null) keepIn(own, climbed, proxySession)
  if (climbed.budgetSpent || deciding === undefined) {
    const detail = 'the time budget of the call ended before an attempt finished'
    return {
      reply: problem('budget_exceeded', detail, reports(climbed.attempts)),
      closed: deciding?.closed ?? done,
    }
  }
  if (deciding.outcome === 'unsafe_target') {
    const detail = `the address policy forbids the page: ${deciding.error?.message ?? ''}`
    return { reply: problem('unsafe_target', detail, reports(climbed.attempts)), closed: deciding.closed }
  }
  return {
    reply: reply(deciding, climbed),
    closed: deciding.closed,
    seen: seenIn(deciding),
    succeeded: succeeded(deciding),
    answered: deciding,
  }
}

/** Updates the session with the state that the page left, and with the access that worked. */
function keepIn(session: PageSession, { attempts, session: left }: Climb, proxySession: string): void {
  keepLeft(session, left)
  const last = attempts.at(-1)
  if (last === undefined || !succeeded(last)) return
  // A capture always uses a browser, which says nothing about the lane that other pages need.
  settleAccess(session, { lane: null, tier: last.rung.tier, proxySession })
}

function seenIn(attempt: AttemptResult): SeenDocument {
  const { finalUrl: url, httpStatus: status, document } = attempt
  const body = document?.responseBody
  return { url, status, text: body?.kind === 'kept' && body.encoding === 'utf8' ? body.text : null }
}
