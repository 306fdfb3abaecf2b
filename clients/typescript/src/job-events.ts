/** A job followed live: its events, over as many connections as it takes. */
import { sleep } from './abort.ts'
import { ApiError, ConnectionError } from './errors.ts'
import { EventReader, type TextEvent } from './event-text.ts'
import type { PageNote } from './generated/openapi.ts'
import { clientLimits } from './limits.ts'
import { backOffMs } from './retry.ts'
import type { OpenAnswer } from './transport.ts'

/**
 * An event of a job: `progress` with its status, `page` for a page that has ended, `end` with the final status. `id` of
 * a page event continues the stream behind it.
 */
export type JobEvent<Status> =
  | { type: 'progress'; data: Status }
  | { type: 'page'; id: string; data: PageNote & { fetchedAt?: string | null } }
  | { type: 'end'; data: Status }

/** How a stream is followed. */
export interface FollowOptions {
  /** Id of the last page event that was received. */
  lastEventId?: string
  signal?: AbortSignal
}

/** Opens a stream behind an event. */
export type OpenStream = (lastEventId: string | undefined) => Promise<OpenAnswer>

/** Reads the events of one connection. @throws when it breaks. */
async function* eventsOf({ response, deadline }: OpenAnswer, reader: EventReader): AsyncGenerator<TextEvent> {
  const body = response.body?.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      deadline.extend(clientLimits.streamSilenceMs)
      const piece = await body?.read()
      if (piece === undefined || piece.done) return
      yield* reader.push(decoder.decode(piece.value, { stream: true }))
    }
  } finally {
    // Also ends the connection of a reader who has gone.
    deadline.abort()
  }
}

/** Whether another connection can help. */
function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return error.retryable
  return error instanceof ConnectionError || error instanceof TypeError || error instanceof DOMException
}

/**
 * The events of a job up to its end. A broken connection is opened again behind the last event: no page is missing, none
 * comes twice.
 * @throws ApiError, ConnectionError when several connections in turn bring nothing, or the reason of the signal.
 */
export async function* jobEvents<Status>(
  open: OpenStream,
  { lastEventId, signal }: FollowOptions,
): AsyncGenerator<JobEvent<Status>, void, undefined> {
  let last = lastEventId
  let failures = 0
  for (;;) {
    const reader = new EventReader(last)
    let failure: unknown = new ConnectionError('the stream of events ended before the job')
    try {
      const answer = await open(last)
      if (answer.response.status === 204) {
        answer.deadline.end()
        return
      }
      for await (const { event, data, id } of eventsOf(answer, reader)) {
        failures = 0
        const value: unknown = JSON.parse(data)
        if (event === 'page') {
          last = id
          yield { type: 'page', id, data: value as PageNote }
        } else if (event === 'progress') yield { type: 'progress', data: value as Status }
        else if (event === 'end') {
          yield { type: 'end', data: value as Status }
          return
        }
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (!isPassing(error)) throw error
      failure = error
    }
    failures += 1
    if (failures > clientLimits.streamFailuresMax) throw failure
    const wishMs = failure instanceof ApiError && failure.retry_after !== null ? failure.retry_after * 1_000 : 0
    const firstMs = reader.retryMs ?? clientLimits.retryFirstMs
    const pauseMs = Math.max(wishMs, backOffMs(failures, firstMs, clientLimits.streamPauseLongestMs))
    await sleep(Math.min(pauseMs, clientLimits.streamPauseLongestMs), signal)
  }
}
