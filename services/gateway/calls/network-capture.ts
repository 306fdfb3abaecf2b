/** `POST /browser/network`: a browser worker captures the network traffic of a page. */
import type { CallFilter, NetworkTask } from '@seine/shared/tasks/browser-page.ts'
import { readNetworkQuery } from '@seine/shared/api/requests/network-query.ts'
import { readNetworkRequest, type NetworkRequestInput } from '@seine/shared/api/requests/network-request.ts'
import type { UrlPolicy } from '@seine/shared/api/rules/url-rules.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import type { Request, RequestHandler } from 'express'
import { invalidRequest } from '../http/api-error.ts'
import { searchOf } from '../http/query-string.ts'
import { callerOf } from '../http/request-context.ts'
import { relayedCall, type CallableWorkers } from '../http/relayed-call.ts'

export interface NetworkCapturePorts {
  browsers: CallableWorkers
  policy: UrlPolicy
  /** Budget of a call on top of `timeout` and `wait_ms`, milliseconds. */
  browserBudgetExtraMs: number
}

const harType = 'application/har+json'

/** Reads the request. @throws ApiError with every problem of query and body. */
function readRequest(req: Request, policy: UrlPolicy): { input: NetworkRequestInput; filter: CallFilter } {
  const query = readNetworkQuery(searchOf(req))
  const body = readNetworkRequest(req.body, policy)
  if (query.ok && body.ok) return { input: body.input, filter: query.query }
  throw invalidRequest([...(query.ok ? [] : query.errors), ...(body.ok ? [] : body.errors)])
}

/** Returns JSON unless the caller prefers HAR. */
const formatOf = (req: Request): NetworkTask['format'] =>
  req.accepts(['application/json', harType]) === harType ? 'har' : 'json'

/** Creates the handler. Problems are thrown as ApiError. */
export const networkCapture = ({ browsers, policy, browserBudgetExtraMs }: NetworkCapturePorts): RequestHandler =>
  relayedCall((req, res) => {
    const { input, filter } = readRequest(req, policy)
    const { url, requestedUrl, page, tag, sessionId, showsSessionCredentials } = input
    const { tenant } = callerOf(res)
    const format = formatOf(req)
    const use = sessionId === null ? {} : { use: { tenant, sessionId }, showsSessionCredentials }
    const task: NetworkTask = { tenant, url, page, format, filter, ...use }
    return {
      workers: browsers,
      path: '/browser/network',
      task,
      deadlineMs: monotonicNow() + page.timeoutMs + page.waitMs + browserBudgetExtraMs,
      own: { url: requestedUrl, tag },
      ...(format === 'har' ? { mediaType: harType } : {}),
      negotiated: true,
    }
  })
