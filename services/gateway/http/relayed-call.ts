/** Routes that a worker answers: calls the worker and streams its answer to the caller. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import { problems, type ProblemCode } from '@seine/shared/api/schemas/problems.ts'
import type { ScrapeProblem, WorkerProblem } from '@seine/shared/pages/worker-reply.ts'
import type { WorkerReply } from '@seine/shared/worker-calls/worker-outcome.ts'
import type { WorkerCall } from '@seine/shared/worker-calls/worker-set.ts'
import type { Request, RequestHandler, Response } from 'express'
import { ApiError } from './api-error.ts'
import { callerGone } from './caller-gone.ts'
import { parsedResult, replyBody, type OwnFields } from './reply-body.ts'
import { contextOf } from './request-context.ts'

/** The part of a worker pool that calls need. */
export interface CallableWorkers {
  call(call: WorkerCall): Promise<WorkerReply<WorkerProblem | ScrapeProblem>>
}

/** The worker call that a valid request results in. */
export interface RelayedCall {
  workers: CallableWorkers
  /** Path of the call on a worker. */
  path: string
  /** The task. When it has a `url`, that is the first member of the worker's result. */
  task: object
  /** End of the budget, milliseconds of `monotonicNow`. */
  deadlineMs: number
  /**
   * True when the call must not be repeated on another worker, so that the target is not contacted twice. @default
   * false
   */
  onlyOnce?: boolean
  /** Fields of the response that the worker does not know, besides the request id. */
  own: Omit<OwnFields, 'request_id'>
  /** Media type of the response. @default JSON */
  mediaType?: string
  /** True when the media type depends on `Accept`. */
  negotiated?: boolean
}

/** A problem that a worker reports when it could not complete the task. */
interface ReportedProblem {
  code: ProblemCode
  detail: string
  attempts: readonly Attempt[]
  retryAfterSecs?: number
}

/**
 * Converts a worker's problem to an ApiError. `attempts` is included when the target was tried, which 502 and 504
 * imply; otherwise it is omitted.
 */
function problemOf({ code, detail, attempts, retryAfterSecs }: ReportedProblem): ApiError {
  // A worker of another version may know more codes.
  const known: ProblemCode = Object.hasOwn(problems, code) ? code : 'internal_error'
  const tried = attempts.length > 0 || [502, 504].includes(problems[known].status)
  return new ApiError(known, detail, { retryAfterSecs, ...(tried ? { attempts } : {}) })
}

/** Returns the URL of a task; null when it has none. */
const urlOf = (task: object): string | null => ('url' in task && typeof task.url === 'string' ? task.url : null)

/** The request on whose behalf a worker is called. */
export interface CallingRequest {
  requestId: string
  /** Aborts the call. */
  signal: AbortSignal
}

/** Returns what a worker answers. @throws ApiError for a problem; WorkerCallError when no worker answers. */
async function answerOf({ workers, path, task, deadlineMs, onlyOnce = false }: RelayedCall, by: CallingRequest) {
  const { requestId, signal } = by
  const order = { path, task: JSON.stringify(task), requestId, affinity: null, deadlineMs, onlyOnce, signal }
  const reply = await workers.call(order)
  if (reply.kind === 'problem') throw problemOf(reply)
  return reply.answer
}

/**
 * Makes a call and parses its result, for routes that answer in another form.
 * @returns the result with the fields of the gateway.
 * @throws ApiError for a problem; WorkerCallError when no worker answers.
 */
export async function resultOf(call: RelayedCall, by: CallingRequest): Promise<object> {
  const answer = await answerOf(call, by)
  return parsedResult(await answer.text(), { request_id: by.requestId, ...call.own })
}

async function relay(call: RelayedCall, res: Response, signal: AbortSignal): Promise<void> {
  const { requestId } = contextOf(res)
  const { task, own, mediaType = 'application/json', negotiated = false } = call
  const answer = await answerOf(call, { requestId, signal })
  const body = await replyBody(answer, { own: { request_id: requestId, ...own }, workerUrl: urlOf(task) })
  res.setHeader('Content-Type', `${mediaType}; charset=utf-8`)
  if (negotiated) res.vary('Accept')
  if (body.bytes !== null) res.setHeader('Content-Length', body.bytes)
  await pipeline(Readable.from(body.chunks, { objectMode: false }), res)
}

/**
 * Creates a handler that a worker answers. The call ends when the caller disconnects.
 * @param read parses the request; problems are thrown as ApiError.
 */
export function relayedCall(read: (req: Request, res: Response) => RelayedCall | Promise<RelayedCall>): RequestHandler {
  return async (req, res) => {
    const signal = callerGone(res)
    try {
      await relay(await read(req, res), res, signal)
    } catch (error) {
      // The client disconnected, so no error is sent.
      if (!signal.aborted) throw error
    }
  }
}
