/** `POST /browser/network` on a worker: captures all traffic of one page. */
import type { CaptureAttempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { CallFilter, NetworkTask } from '@seine/shared/tasks/browser-page.ts'
import type { CapturedPage, NetworkReply, WorkerProblem } from '@seine/shared/pages/worker-reply.ts'
import type { PatternBudget } from '@seine/shared/urls/pattern-budget.ts'
import type { Extractor } from '@seine/shared/pages/extraction.ts'
import type { HostSeats } from '@seine/shared/pages/host-seats.ts'
import { textThreads } from '../redaction/redact-in-threads.ts'
import { cookieValues } from '../redaction/cookie-values.ts'
import { redactedCapture } from '../redaction/redacted-capture.ts'
import { credentialsOf, credentialValues } from '../redaction/session-credentials.ts'
import { attemptReport, attemptWarnings, proxyKnowledge, succeeded } from './attempt-report.ts'
import type { AttemptResult } from './attempt-result.ts'
import type { ClimbPorts } from './climb.ts'
import { servePage, type PageCall, type PageReply } from './page-task.ts'
import type { Recording } from './recorder/messages/model.ts'
import { callMatch, captureBudget, wantedWhileLoading } from './report/call-filter.ts'
import { harOf } from './report/har.ts'
import { networkCalls, type ListedCalls } from './report/network-calls.ts'
import { headerList } from './report/wire-exchanges.ts'

export interface CapturePorts extends ClimbPorts {
  /** Program that is named as the creator of HAR files. */
  creator: { name: string; version: string }
  /** Removes the secrets of sessions from what was captured. */
  extractor: Pick<Extractor, 'redact'>
  /** Permits for hosts; null or absent = hosts are not shared. */
  hosts?: HostSeats | null
}

/** Lists the calls of every attempt. The last attempt matters most, so it takes from the budget of bodies first. */
function listCalls(
  attempts: readonly AttemptResult[],
  { filter }: NetworkTask,
  { bounds }: CapturePorts,
  patternBudget: PatternBudget,
): ListedCalls[] {
  let bodiesLeft = bounds.bodiesMaxBytes
  const newestFirst = attempts.toReversed().map((attempt) => {
    const listed = networkCalls(attempt.recording, {
      bounds: { ...bounds, bodiesMaxBytes: bodiesLeft },
      filter,
      patternBudget,
      ...proxyKnowledge(attempt),
    })
    bodiesLeft = Math.max(0, bodiesLeft - listed.bodiesBytes)
    return listed
  })
  return newestFirst.toReversed()
}

const tooCostly: WorkerProblem = {
  kind: 'problem',
  code: 'pattern_too_costly',
  detail: '`url_pattern` cannot be used: matching it against the URLs of this page exceeds the limit of steps',
  attempts: [],
}

/** Returns the part of a recording that matches the filter; a filter without types includes static assets. */
const narrowed = (recording: Recording, filter: CallFilter, patternBudget: PatternBudget): Recording => ({
  ...recording,
  requests: recording.requests.filter(callMatch(filter, patternBudget)),
})

/**
 * Returns the values that cookies of the domain had in the traffic of the attempts: a cookie may have had further ones
 * between the state before the page and that after it.
 */
function cookiesBetween(attempts: readonly AttemptResult[], domain: string): string[] {
  const hops = attempts.flatMap(({ recording }) => recording.requests.flatMap((request) => request.hops))
  const values = hops.flatMap(({ url, requestHeaders, response }) => {
    const headers = headerList(response?.headers ?? {})
    return cookieValues({ url, requestHeaders: headerList(requestHeaders), headers }, domain)
  })
  return credentialValues(values)
}

/**
 * Captures one page, without the secrets of its session, and without the session's cookies and headers unless the
 * task asks for them.
 * @returns the answer for the gateway; faults of a page never make it throw.
 * @throws the abort reason of the call's signal; internal errors.
 */
export async function captureNetwork(
  call: PageCall<NetworkTask>,
  ports: CapturePorts,
): Promise<PageReply<NetworkReply>> {
  const { task, queueMs, session = null } = call
  const before = session === null ? [] : credentialsOf(session)
  const { geolocation } = task.page
  const sessionId = task.use?.sessionId ?? null
  const patternBudget = captureBudget()
  let between: readonly string[] = []
  const noteCookies = (attempts: readonly AttemptResult[]): void => {
    if (session !== null && session.isNew !== true) between = cookiesBetween(attempts, session.domain)
  }
  const reports = (attempts: readonly AttemptResult[]): CaptureAttempt[] => {
    noteCookies(attempts)
    const calls = listCalls(attempts, task, ports, patternBudget)
    return attempts.map((attempt, at) =>
      attemptReport(attempt, { index: at + 1, geolocation, queueMs: at === 0 ? queueMs : 0, calls: calls[at]! }),
    )
  }
  const isWanted = wantedWhileLoading(task.filter)
  const wanted = {
    ...(isWanted === null ? {} : { isWanted }),
    bodies: task.format === 'har' ? ('all' as const) : ('calls' as const),
    want: { html: false, screenshot: 'none' as const },
  }
  const served = await servePage<NetworkReply>(call, wanted, ports, reports, (deciding, { attempts }) => {
    if (task.format === 'har') {
      noteCookies(attempts)
      const { bodiesMaxBytes } = ports.bounds
      const browser = { name: deciding.rung.engine, version: deciding.browserVersion }
      const { creator } = ports
      return {
        kind: 'har',
        har: harOf(narrowed(deciding.recording, task.filter, patternBudget), {
          creator,
          browser,
          bodiesMaxBytes,
          sessionId,
          ...proxyKnowledge(deciding),
        }),
      }
    }
    const success = succeeded(deciding)
    const result: CapturedPage = {
      url: task.url,
      session_id: sessionId,
      final_url: deciding.finalUrl,
      status: deciding.httpStatus,
      success,
      effective_geolocation: deciding.rung.tier === 'none' ? null : geolocation,
      winning_attempt: success ? attempts.length : null,
      attempts: reports(attempts),
      actions: deciding.actions,
      warnings: attemptWarnings(deciding),
    }
    return { kind: 'result', result }
  })
  if (patternBudget.left < 0) return { ...served, reply: tooCostly }
  // What a page sets in a session that is new is part of its traffic and is not redacted.
  if (session === null || session.isNew === true) return served
  const shows = task.showsSessionCredentials ?? false
  // A named session always comes with the tenant that may use it.
  const threads = textThreads(ports.extractor, task.use?.tenant ?? '')
  const secrets = { session, before: [...before, ...between] }
  return { ...served, reply: await redactedCapture(served.reply, secrets, shows, threads) }
}
