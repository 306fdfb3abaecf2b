/** `POST /browser/network`: validate, have a browser worker capture the page, hand its answer on. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CallFilter, NetworkTask } from '@seine/shared/api/browser-page.ts'
import { readNetworkQuery } from '@seine/shared/api/network-query.ts'
import { readNetworkRequest, type NetworkRequestInput } from '@seine/shared/api/network-request.ts'
import { problems } from '@seine/shared/api/problems.ts'
import type { UrlPolicy } from '@seine/shared/api/url-rules.ts'
import type { WorkerProblem } from '@seine/shared/api/worker-reply.ts'
import type { Request, RequestHandler, Response } from 'express'
import { ApiError, invalidRequest } from './api-error.ts'
import type { BrowserWorkers } from './browser-workers.ts'
import { networkBody } from './network-body.ts'
import { searchOf } from './query-string.ts'
import { contextOf } from './request-context.ts'

export interface NetworkCapturePorts {
  browsers: Pick<BrowserWorkers, 'call'>
  policy: UrlPolicy
  /** Budget of a call on top of `timeout` and `wait_ms`, milliseconds. */
  browserBudgetExtraMs: number
}

const harType = 'application/har+json'

/** What was asked for. @throws ApiError with every problem of query and body. */
function readRequest(req: Request, policy: UrlPolicy): { input: NetworkRequestInput; filter: CallFilter } {
  const query = readNetworkQuery(searchOf(req))
  const body = readNetworkRequest(req.body, policy)
  if (query.ok && body.ok) return { input: body.input, filter: query.query }
  throw invalidRequest([...(query.ok ? [] : query.errors), ...(body.ok ? [] : body.errors)])
}

/** JSON, unless the caller likes HAR better. */
const formatOf = (req: Request): NetworkTask['format'] =>
  req.accepts(['application/json', harType]) === harType ? 'har' : 'json'

/** Attempts belong to what was tried and failed; where nothing could be, there are none to tell. */
function problemOf({ code, detail, attempts }: WorkerProblem): ApiError {
  const tried = attempts.length > 0 || problems[code].status === 502 || problems[code].status === 504
  return new ApiError(code, detail, tried ? { attempts } : {})
}

/** Aborts when the caller goes away before his answer is out. */
function callerGone(res: Response): AbortSignal {
  const gone = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) gone.abort(new Error('the caller went away'))
  })
  return gone.signal
}

/** The handler. Problems are thrown as ApiError. */
export function networkCapture({ browsers, policy, browserBudgetExtraMs }: NetworkCapturePorts): RequestHandler {
  const capture = async (req: Request, res: Response, signal: AbortSignal): Promise<void> => {
    const { input, filter } = readRequest(req, policy)
    const { requestId } = contextOf(res)
    const { url, requestedUrl, page, tag } = input
    const format = formatOf(req)
    const task: NetworkTask = { url, page, format, filter }
    const reply = await browsers.call({
      path: '/browser/network',
      task: JSON.stringify(task),
      requestId,
      affinity: null,
      deadlineMs: Date.now() + page.timeoutMs + page.waitMs + browserBudgetExtraMs,
      signal,
    })
    if (reply.kind === 'problem') throw problemOf(reply)
    const own = { request_id: requestId, session_id: null, url: requestedUrl, tag }
    const body = await networkBody(reply.answer, { own, workerUrl: url })
    res.setHeader('Content-Type', `${format === 'har' ? harType : 'application/json'}; charset=utf-8`)
    res.vary('Accept')
    if (body.bytes !== null) res.setHeader('Content-Length', body.bytes)
    await pipeline(Readable.from(body.chunks, { objectMode: false }), res)
  }
  return async (req, res) => {
    const signal = callerGone(res)
    try {
      await capture(req, res, signal)
    } catch (error) {
      // There is nobody left to tell.
      if (!signal.aborted) throw error
    }
  }
}
