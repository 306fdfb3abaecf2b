/** Captures a page in a session, as `scrape-in-session.ts` scrapes one; `capture` redacts the answer. */
import type { NetworkTask, SessionUse } from '@seine/shared/tasks/browser-page.ts'
import type { NetworkReply } from '@seine/shared/pages/worker-reply.ts'
import type { Answer } from '@seine/shared/worker-calls/call-server.ts'
import type { CapturePorts } from '../browser/capture-network.ts'
import type { SeenDocument } from '../browser/page-task.ts'
import type { Extractor, ProbedPage } from '@seine/shared/pages/extraction.ts'
import { UnreadableContentError } from '@seine/shared/pages/extraction.ts'
import type { PageSession } from '@seine/shared/pages/page-session.ts'
import { callLeaseMs } from './lease.ts'
import { notKept, SessionUseError, type SessionAccess, type SessionControl } from './contract.ts'
import { loadLoggedIn } from './logged-in.ts'
import { beginSession, keepNewSession } from './new-session.ts'
import { holds, probesOf } from './page-conditions.ts'
import { loggedOutWarnings, sessionProblem } from './session-problem.ts'
import { withSession } from './use-session.ts'

export interface SessionCapturePorts extends CapturePorts {
  /** Null when the service keeps no sessions. */
  sessions: SessionAccess | null
  /** Looks in the page for signs of a logged-out session. */
  extractor: Extractor
}

/** The task and the limits of one call. */
export interface CaptureCall {
  task: NetworkTask
  /** End of the call's budget, milliseconds of `monotonicNow`. */
  deadlineMs: number
  signal: AbortSignal
  requestId: string | null
}

/** The result of a capture: the answer of the worker, and the document as received, secrets included. */
export interface Captured {
  answer: Answer
  seen: SeenDocument | null
  /** Whether the page was captured, which a HAR does not say. */
  succeeded: boolean
}

/**
 * Captures a page in a session.
 * @param capture loads the page.
 * @throws the errors of `capture`; the abort reason of the signal.
 */
export async function captureInSession(
  call: CaptureCall,
  { tenant, sessionId }: SessionUse,
  ports: SessionCapturePorts,
  capture: (task: NetworkTask, session: PageSession) => Promise<Captured>,
): Promise<Answer> {
  const { task, deadlineMs, signal, requestId } = call
  const { sessions, extractor } = ports
  try {
    if (sessions === null) throw new SessionUseError('not_configured', 'this service keeps no sessions')
    const sessionRequest = {
      ref: { tenant, id: sessionId },
      url: task.url,
      holder: `capture ${requestId ?? ''}`.trim(),
      leaseMs: callLeaseMs(deadlineMs),
      waitMs: 0,
      signal,
    }
    const { value, isKept } = await withSession(sessionRequest, sessions, async (session, control) => {
      const captureTask = { ...task, page: control.options(task.page) }
      const load = async () => {
        const { answer, seen } = await capture(captureTask, session)
        return {
          answer,
          isUse: seen !== null || isUse(answer),
          isOut: await isLoggedOut(seen, session, control, { extractor, tenant }),
        }
      }
      const { first, second, loggedOut } = await loadLoggedIn(load, control, { signal, deadlineMs })
      return { answer: (second ?? first).answer, loggedOut }
    })
    return withWarnings(value.answer, [...loggedOutWarnings(value.loggedOut), ...(isKept ? [] : [notKept])])
  } catch (error) {
    if (!(error instanceof SessionUseError)) throw error
    return { status: 200, body: sessionProblem(error) }
  }
}

/** Whether anything was requested for an answer: not without a slot or a browser, for example. */
function isUse({ status, body }: Answer): boolean {
  const reply = body as NetworkReply
  return status === 200 && (reply.kind !== 'problem' || reply.attempts.length > 0)
}

/** The extractor, and the tenant it works for. */
interface PageReader {
  extractor: Extractor
  tenant: string
}

/**
 * Captures a page without a named session. Where sessions are kept, a new one starts with the page.
 * @param capture loads the page.
 * @throws the errors of `capture`.
 */
export async function captureInNewSession(
  { task }: Pick<CaptureCall, 'task'>,
  { sessions }: Pick<SessionCapturePorts, 'sessions'>,
  capture: (task: NetworkTask, session: PageSession | null) => Promise<Captured>,
): Promise<Answer> {
  const { tenant } = task
  if (tenant === undefined || sessions?.store.isConfigured !== true) return (await capture(task, null)).answer
  const session = beginSession(task.url)
  const { answer, succeeded } = await capture(task, session)
  const reply = answer.status === 200 ? (answer.body as NetworkReply) : null
  if (reply === null || reply.kind === 'problem' || !succeeded) return answer
  const { id, warnings } = await keepNewSession(tenant, session, sessions.store)
  if (id === null) return withWarnings(answer, warnings)
  const named: NetworkReply =
    reply.kind === 'result'
      ? { ...reply, result: { ...reply.result, session_id: id } }
      : { ...reply, har: { log: { ...reply.har.log, _session_id: id } } }
  return { ...answer, body: named }
}

async function isLoggedOut(
  seen: SeenDocument | null,
  { state }: PageSession,
  { loggedOut }: SessionControl,
  reader: PageReader,
): Promise<boolean> {
  if (loggedOut === null || seen === null) return false
  const { url, status } = seen
  const probes = probesOf(loggedOut)
  const probed = probes === null ? null : await probedIn(seen, probes, reader)
  return holds(loggedOut, { finalUrl: url, status, probed, cookies: state.cookies }, Date.now())
}

/** Examines the document as received: a capture does not contain what scripts changed afterwards. */
async function probedIn(
  { url, text }: SeenDocument,
  probes: NonNullable<ReturnType<typeof probesOf>>,
  { extractor, tenant }: PageReader,
): Promise<ProbedPage | null> {
  if (text === null || text === '') return null
  try {
    const page = {
      url,
      bytes: new TextEncoder().encode(text),
      contentType: 'text/html; charset=utf-8',
      formats: [],
      onlyMainContent: false,
      compared: false,
      probes,
    }
    const { probed } = await extractor.extract(page, tenant)
    return probed ?? null
  } catch (error) {
    if (error instanceof UnreadableContentError) return null
    throw error
  }
}

/** Adds warnings to a result; a HAR has no place for them. */
function withWarnings(answer: Answer, warnings: string[]): Answer {
  const reply = answer.body as NetworkReply
  if (warnings.length === 0 || reply.kind !== 'result') return answer
  const { result } = reply
  return { ...answer, body: { ...reply, result: { ...result, warnings: [...result.warnings, ...warnings] } } }
}
