/** `GET .../events`: a job followed live, as server-sent events. */
import { apiLimits } from '@seine/shared/config/api-limits.ts'
import { streamLimits } from './stream-limits.ts'
import type { JobKind } from '@seine/shared/temporal/names.ts'
import type { Request, RequestHandler, Response } from 'express'
import { ApiError } from '../http/api-error.ts'
import { endId, EventStream, eventText, retryText } from './event-stream.ts'
import type { JobFeed } from './job-feed.ts'
import type { JobFeeds } from './job-feeds.ts'
import type { OpenStreams } from './open-streams.ts'
import { WakeSignal } from './wake-signal.ts'
import { callerOf, contextOf, type Caller } from '../http/request-context.ts'
import { statusBodies, type JobView } from '../jobs/status-body.ts'

export interface JobEventsPorts {
  feeds: JobFeeds
  /** Open streams per key. */
  streams: Pick<OpenStreams, 'take'>
}

/**
 * Removes the links from a status: they are sent only at the end, because earlier ones would expire before they are
 * used.
 */
const withoutLinks = (view: JobView): JobView => ({
  ...view,
  s3PresignedUrls: null,
  partialS3PresignedUrls: null,
})

/**
 * Returns the number of the last note a client has received, from `Last-Event-ID`; 0 for anything that is not such an
 * id.
 */
export const lastNumberOf = (header: string | undefined): number =>
  header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : 0

/** Sends existing and new events, until the job or the stream ends. */
async function follow(
  feed: JobFeed,
  stream: EventStream,
  signal: WakeSignal,
  { after, body, turn }: { after: number; body: (view: JobView) => object; turn: () => Promise<void> },
): Promise<void> {
  let version = 0
  let position = after
  while (stream.open) {
    if (feed.fault !== null) throw feed.fault
    if (version !== feed.version) {
      version = feed.version
      await stream.write(eventText('progress', body(withoutLinks(feed.view)), null))
    }
    const { final } = feed
    const portion = await feed.pages(position)
    if (portion !== null && portion.count > 0) {
      position += portion.count
      await turn()
      await stream.write(portion.events)
    } else if (portion !== null && final) {
      await stream.write(eventText('end', body(await feed.end(position)), endId))
      return
    } else if (stream.open) {
      await signal.wait()
    }
  }
}

/** Takes a place for a stream. @returns a function that releases it. @throws ApiError if all are taken. */
export function takeStream(caller: Caller, { feeds, streams }: JobEventsPorts): () => void {
  const release = feeds.listeners < streamLimits.listenersMax ? streams.take(caller) : null
  if (release !== null) return release
  throw new ApiError('concurrency_limit_reached', 'too many streams of events are open', {
    retryAfterSecs: apiLimits.concurrencyRetryAfterSecs,
  })
}

/**
 * Serves one listener. The job is read before anything is sent, so that problems can be answered with their HTTP
 * status.
 */
async function serve(kind: JobKind, req: Request, res: Response, { feeds }: JobEventsPorts): Promise<void> {
  const { id } = req.params
  const question = { kind, id: typeof id === 'string' ? id : '', tenant: callerOf(res).tenant }
  const { requestId } = contextOf(res)
  const signal = new WakeSignal()
  let stream: EventStream | null = null
  const close = (): void => stream?.close(streamLimits.closingMs)
  const { feed, leave } = await feeds.join(question, { wake: () => signal.wake(), close })
  const last = req.get('last-event-id')
  try {
    if (last === endId && feed.final) {
      res.status(204).end()
      return
    }
    stream = new EventStream(res, feeds.times, () => {
      leave()
      signal.wake()
    })
    if (req.method !== 'HEAD' && !feeds.closed) {
      await stream.write(retryText(feeds.times.reconnectMs))
      const after = lastNumberOf(last)
      await follow(feed, stream, signal, {
        after,
        body: (view) => statusBodies[kind](view, requestId),
        turn: () => feeds.turn(),
      })
    }
    stream.close()
  } catch (error) {
    // The job has expired in the meantime: a client that reconnects gets the error.
    if (!(error instanceof ApiError)) throw error
    stream?.close()
  } finally {
    leave()
  }
}

/** Creates the handler for jobs of a kind. */
export function jobEvents(kind: JobKind, ports: JobEventsPorts): RequestHandler {
  return async (req, res) => {
    const release = takeStream(callerOf(res), ports)
    try {
      await serve(kind, req, res, ports)
    } finally {
      release()
    }
  }
}
