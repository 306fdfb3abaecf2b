/** `GET .../events`: a job followed live, as server-sent events. */
import { apiLimits } from '@seine/shared/config/api-limits.ts'
import { streamLimits } from '@seine/shared/config/notify-limits.ts'
import type { JobKind } from '@seine/shared/temporal/names.ts'
import type { Request, RequestHandler, Response } from 'express'
import { ApiError } from '../http/api-error.ts'
import { endId, EventStream, eventText, retryText } from './event-stream.ts'
import type { JobFeed } from './job-feed.ts'
import type { JobFeeds } from './job-feeds.ts'
import type { OpenStreams } from './open-streams.ts'
import { callerOf, contextOf } from '../http/request-context.ts'
import { statusBodies, type ToldStatus } from '../jobs/status-body.ts'

export interface JobEventsPorts {
  feeds: JobFeeds
  /** Open streams per key. */
  streams: Pick<OpenStreams, 'take'>
}

/**
 * Removes the links from a status: they are sent only at the end, because earlier ones would expire before they are
 * used.
 */
const withoutLinks = (told: ToldStatus): ToldStatus => ({
  ...told,
  s3PresignedUrls: null,
  partialS3PresignedUrls: null,
})

/**
 * Returns the number of the last note a client has received, from `Last-Event-ID`; 0 for anything that is not such an
 * id.
 */
export const lastNumberOf = (header: string | undefined): number =>
  header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : 0

/** A wake-up signal that is not lost when its waiter is busy at the time. */
class Bell {
  #rung = false
  #waiting: PromiseWithResolvers<void> | null = null

  ring(): void {
    this.#rung = true
    this.#waiting?.resolve()
  }

  async heard(): Promise<void> {
    if (!this.#rung) {
      this.#waiting = Promise.withResolvers()
      await this.#waiting.promise
      this.#waiting = null
    }
    this.#rung = false
  }
}

/** Sends existing and new events, until the job or the stream ends. */
async function follow(
  feed: JobFeed,
  stream: EventStream,
  bell: Bell,
  { after, body, turn }: { after: number; body: (told: ToldStatus) => object; turn: () => Promise<void> },
): Promise<void> {
  let version = 0
  let position = after
  while (stream.open) {
    if (feed.fault !== null) throw feed.fault
    if (version !== feed.version) {
      version = feed.version
      await stream.write(eventText('progress', body(withoutLinks(feed.told)), null))
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
      await bell.heard()
    }
  }
}

function takeStream(res: Response, { feeds, streams }: JobEventsPorts): () => void {
  const release = feeds.listeners < streamLimits.listenersMax ? streams.take(callerOf(res)) : null
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
  const bell = new Bell()
  let stream: EventStream | null = null
  const close = (): void => stream?.close(streamLimits.closingMs)
  const { feed, leave } = await feeds.join(question, { ring: () => bell.ring(), close })
  const last = req.get('last-event-id')
  try {
    if (last === endId && feed.final) {
      res.status(204).end()
      return
    }
    stream = new EventStream(res, feeds.times, () => {
      leave()
      bell.ring()
    })
    if (req.method !== 'HEAD' && !feeds.closed) {
      await stream.write(retryText(feeds.times.reconnectMs))
      const after = lastNumberOf(last)
      await follow(feed, stream, bell, {
        after,
        body: (told) => statusBodies[kind](told, requestId),
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
    const release = takeStream(res, ports)
    try {
      await serve(kind, req, res, ports)
    } finally {
      release()
    }
  }
}
