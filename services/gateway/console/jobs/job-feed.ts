/**
 * Follows a job by its server-sent events, or polls its status where a proxy holds events back. In a hidden tab nothing
 * is rendered, and after some minutes the stream is closed; it is resumed when the tab is visible again.
 */
import type { BatchStatus, CrawlStatus } from '@seine/shared/api/schemas/job-schema.ts'
import type { PageNote } from '@seine/shared/api/schemas/page-note.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { revivals } from '../api/away.ts'
import { call, send } from '../api/call.ts'
import { noteAnswer } from '../api/last-answer.ts'
import { EventParser, type ServerSentEvent } from '../api/event-stream.ts'
import { ServiceAway, ServiceProblem, SignedOut } from '../api/service-problem.ts'
import { viewLimits } from '../console-view-limits.ts'
import { liveState } from '../place/live-state.ts'
import { isRunning, jobPath } from './job-names.ts'
import type { PageMoment } from './page-series.ts'

/** The status of a job, whatever its kind. */
export type JobStatusBody = CrawlStatus | BatchStatus

/** State of a followed job. */
export interface JobFeedState {
  status: JobStatusBody | null
  problem: ServiceProblem | null
  /** Finished pages in order; the array can grow in place. Without a stream, those since the view was opened. */
  moments: readonly PageMoment[]
  /** Changes whenever pages have finished. */
  pages: number
}

/** Interval between two renderings of new events, milliseconds. */
const drawMs = 250

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Resolves when the tab is visible. */
const untilSeen = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState === 'visible' || signal.aborted) resolve()
    }
    document.addEventListener('visibilitychange', look, { signal })
    signal.addEventListener('abort', look)
    look()
  })

/** Returns a status with the download links of another one. */
const withLinks = (status: JobStatusBody, from: JobStatusBody | null): JobStatusBody =>
  ({
    ...status,
    s3PresignedUrls: from?.s3PresignedUrls ?? null,
    partialS3PresignedUrls: from?.partialS3PresignedUrls ?? null,
  }) as JobStatusBody

/** How a stream ended: with the end of the job, without an answer in time, without a free stream, or closed. */
type StreamEnd = 'job' | 'held' | 'closed'

interface FeedSink {
  event: (event: ServerSentEvent) => void
  /** Called when the first events arrive. */
  live: () => void
}

/** Reads one stream to its end. @throws ServiceProblem, ServiceAway, SignedOut. */
async function readStream(path: string, parser: EventParser, signal: AbortSignal, sink: FeedSink): Promise<StreamEnd> {
  const ending = new AbortController()
  const both = AbortSignal.any([signal, ending.signal])
  let heard = false
  let watch = setTimeout(() => ending.abort(), viewLimits.firstByteMs)
  let hidden: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    clearTimeout(hidden)
    if (document.visibilityState === 'hidden') hidden = setTimeout(() => ending.abort(), viewLimits.hiddenStreamMs)
  }
  document.addEventListener('visibilitychange', look)
  look()
  parser.restart()
  try {
    const headers = parser.lastId === '' ? {} : { 'last-event-id': parser.lastId }
    const response = await send(`${path}/events`, { headers, signal: both, endless: true })
    if (response.status === 204 || response.body === null) return 'job'
    const text = response.body.pipeThrough(new TextDecoderStream())
    for await (const part of text as unknown as AsyncIterable<string>) {
      clearTimeout(watch)
      watch = setTimeout(() => ending.abort(), viewLimits.silentStreamMs)
      noteAnswer()
      if (!heard) sink.live()
      heard = true
      for (const event of parser.push(part)) {
        sink.event(event)
        if (event.event === 'end') return 'job'
      }
    }
    return 'closed'
  } catch (error) {
    if (error instanceof ServiceProblem && error.status === 429) return 'held'
    if (error instanceof ServiceProblem || error instanceof SignedOut || signal.aborted) throw error
    if (error instanceof ServiceAway && !ending.signal.aborted) throw error
    return heard ? 'closed' : 'held'
  } finally {
    clearTimeout(watch)
    clearTimeout(hidden)
    document.removeEventListener('visibilitychange', look)
    ending.abort()
  }
}

/** Returns how long an answer of too many requests asks to wait, milliseconds; null for any other problem. */
const heldBackMs = (error: unknown): number | null =>
  error instanceof ServiceProblem && error.status === 429
    ? (error.retryAfterSecs ?? viewLimits.retryAfterSecs) * 1_000
    : null

/** Reads a status every few seconds until the job has ended. @throws ServiceProblem, ServiceAway, SignedOut. */
async function poll(path: string, signal: AbortSignal, take: (status: JobStatusBody) => void): Promise<void> {
  while (!signal.aborted) {
    await untilSeen(signal)
    let status: JobStatusBody
    try {
      status = await call<JobStatusBody>(path, { signal })
    } catch (error) {
      const waitMs = heldBackMs(error)
      if (waitMs === null) throw error
      await pause(waitMs, signal)
      continue
    }
    take(status)
    if (!isRunning(status.status) && (status.completedAt ?? null) !== null) return
    await pause(viewLimits.pollMs, signal)
  }
}

/** Returns the pages that have finished between two statuses, as of now. */
function momentsBetween(before: JobStatusBody, after: JobStatusBody): PageMoment[] {
  const atMs = Date.now()
  const some = (count: number, success: boolean): PageMoment[] =>
    Array.from({ length: Math.max(0, count) }, () => ({ atMs, success }))
  return [...some(after.completed - before.completed, true), ...some(after.failed - before.failed, false)]
}

/** Follows a job. @param id of the job. @param turn a changed number starts again. */
export function useJobFeed(id: string, turn: number): JobFeedState {
  const [state, setState] = useState<JobFeedState>({ status: null, problem: null, moments: [], pages: 0 })
  const moments = useRef<PageMoment[]>([])
  /** Pages that were counted by polling. A stream repeats them. */
  const polled = useRef<PageMoment[]>([])
  const parser = useRef(new EventParser())
  const revival = revivals.value
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const path = jobPath(id)
    let newest: Partial<JobFeedState> = {}
    let links: JobStatusBody | null = null
    /** The newest status: pages before it are in `moments`, or were before the view. */
    let told: JobStatusBody | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = (): void => {
      timer = undefined
      if (document.visibilityState === 'hidden') return
      const all = polled.current.length === 0 ? moments.current : [...moments.current, ...polled.current]
      const change = { ...newest, moments: all, pages: moments.current.length }
      newest = {}
      setState((before) => ({ ...before, ...change }))
    }
    const tell = (change: Partial<JobFeedState>): void => {
      newest = { ...newest, ...change }
      timer ??= setTimeout(draw, drawMs)
    }
    const take = (event: ServerSentEvent): void => {
      if (event.event === 'page') {
        const { success, fetchedAt } = JSON.parse(event.data) as PageNote & { fetchedAt: string | null }
        moments.current.push({ atMs: Date.parse(fetchedAt ?? '') || Date.now(), success })
        tell({})
      } else {
        // Events have links only at the end of the job; until then those of the last status are kept.
        const status = JSON.parse(event.data) as JobStatusBody
        told = status
        if ((status.s3PresignedUrls ?? status.partialS3PresignedUrls ?? null) !== null) links = status
        tell({ status: withLinks(status, links) })
      }
    }
    const follow = async (): Promise<void> => {
      const status = await call<JobStatusBody>(path, { signal })
      links = status
      told = status
      setState((before) => ({ ...before, status, problem: null }))
      for (;;) {
        const live = (): void => {
          polled.current = []
          liveState.value = isRunning(status.status) ? 'live' : null
        }
        const end = await readStream(path, parser.current, signal, { event: take, live })
        if (end === 'job' || signal.aborted) return
        if (end === 'held') {
          liveState.value = 'polling'
          await poll(path, signal, (body) => {
            for (const moment of momentsBetween(told ?? status, body)) polled.current.push(moment)
            told = body
            tell({ status: body })
          })
          return
        }
        await untilSeen(signal)
        await pause(viewLimits.awayPausesMs[2], signal)
      }
    }
    const seen = (): void => {
      if (timer === undefined && document.visibilityState === 'visible') tell({})
    }
    document.addEventListener('visibilitychange', seen, { signal })
    follow()
      .catch((error: unknown) => {
        if (signal.aborted || error instanceof ServiceAway || error instanceof SignedOut) return
        if (!(error instanceof ServiceProblem)) throw error
        setState((before) => ({ ...before, problem: error }))
      })
      .finally(() => {
        if (!signal.aborted) liveState.value = null
      })
    return () => {
      ending.abort()
      clearTimeout(timer)
      liveState.value = null
    }
  }, [id, turn, revival])
  return state
}
