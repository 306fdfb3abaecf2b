/** Routes that a worker answers: ask it, and hand its answer on while it arrives. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PageAttempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import { problems, type ProblemCode } from '@seine/shared/api/schemas/problems.ts'
import type { ScrapeProblem, WorkerProblem } from '@seine/shared/pages/worker-reply.ts'
import type { WorkerReply } from '@seine/shared/worker-calls/worker-outcome.ts'
import type { WorkerCall } from '@seine/shared/worker-calls/worker-set.ts'
import type { Request, RequestHandler, Response } from 'express'
import { ApiError } from './api-error.ts'
import { replyBody, type OwnFields } from './reply-body.ts'
import { contextOf } from './request-context.ts'

/** Workers as far as calls need them. */
export interface CallableWorkers {
  call(call: WorkerCall): Promise<WorkerReply<WorkerProblem | ScrapeProblem>>
}

/** What a request comes to, once nothing is wrong with it. */
export interface RelayedCall {
  workers: CallableWorkers
  /** Path of the call on a worker. */
  path: string
  /** Where it has a `url`, that is the first member of the worker's result. */
  task: object
  /** End of the budget, epoch milliseconds. */
  deadlineMs: number
  /** True when the target must not get the request of the call twice. @default false */
  onlyOnce?: boolean
  /** Fields of the answer that the worker does not know, besides the request id. */
  own: Omit<OwnFields, 'request_id'>
  /** Of the answer; default: JSON. */
  mediaType?: string
  /** True when the media type depends on `Accept`. */
  negotiated?: boolean
}

/** What any worker tells that could not do what it was asked for. */
interface ToldProblem {
  code: ProblemCode
  detail: string
  attempts: readonly PageAttempt[]
  retryAfterSecs?: number
}

/** Attempts belong to what was tried and failed; where nothing could be, there are none to tell. */
function problemOf({ code, detail, attempts, retryAfterSecs }: ToldProblem): ApiError {
  // A worker of another version may know more codes.
  const known: ProblemCode = Object.hasOwn(problems, code) ? code : 'internal_error'
  const tried = attempts.length > 0 || [502, 504].includes(problems[known].status)
  return new ApiError(known, detail, { retryAfterSecs, ...(tried ? { attempts } : {}) })
}

/** Aborts when the caller goes away before his answer is out. */
function callerGone(res: Response): AbortSignal {
  const gone = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) gone.abort(new Error('the caller went away'))
  })
  return gone.signal
}

/** The URL that a task is about; null where it is about none. */
const urlOf = (task: object): string | null => ('url' in task && typeof task.url === 'string' ? task.url : null)

async function relay(call: RelayedCall, res: Response, signal: AbortSignal): Promise<void> {
  const { requestId } = contextOf(res)
  const {
    workers,
    path,
    task,
    deadlineMs,
    onlyOnce = false,
    own,
    mediaType = 'application/json',
    negotiated = false,
  } = call
  const reply = await workers.call({
    path,
    task: JSON.stringify(task),
    requestId,
    affinity: null,
    deadlineMs,
    onlyOnce,
    signal,
  })
  if (reply.kind === 'problem') throw problemOf(reply)
  const body = await replyBody(reply.answer, { own: { request_id: requestId, ...own }, workerUrl: urlOf(task) })
  res.setHeader('Content-Type', `${mediaType}; charset=utf-8`)
  if (negotiated) res.vary('Accept')
  if (body.bytes !== null) res.setHeader('Content-Length', body.bytes)
  await pipeline(Readable.from(body.chunks, { objectMode: false }), res)
}

/**
 * A handler that has a worker answer. A caller who goes away takes the call with him.
 * @param read takes the request apart; problems are thrown as ApiError.
 */
export function relayedCall(read: (req: Request, res: Response) => RelayedCall | Promise<RelayedCall>): RequestHandler {
  return async (req, res) => {
    const signal = callerGone(res)
    try {
      await relay(await read(req, res), res, signal)
    } catch (error) {
      // Of one who went away there is nobody left to tell.
      if (!signal.aborted) throw error
    }
  }
}
