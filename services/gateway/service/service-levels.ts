/**
 * The last hour against the objectives of the service. Requests are counted in this process; jobs by Temporal, for
 * the whole service.
 */
import {
  serviceLevelNames,
  type ServiceLevel,
  type ServiceLevelName,
} from '@seine/shared/api/schemas/service-schema.ts'
import { metrics, whenRead } from '@seine/shared/observability/metrics.ts'
import type { AnsweredRequest } from '../http/request-log.ts'
import type { EndedJobs, ServiceEngine } from '../engine/queue-view.ts'
import { serviceLimits } from './service-limits.ts'

type RequestLevel = Exclude<ServiceLevelName, 'job_completion'>

/** Counts of a level. */
interface Events {
  total: number
  bad: number
}

const minuteMs = 60_000

/** Routes about jobs, which are answered without work of a website. */
const jobRoutes = new Set([
  'startCrawl',
  'startBatch',
  'readCrawl',
  'readBatch',
  'crawlUrls',
  'batchUrls',
  'cancelCrawl',
  'cancelBatch',
])

/** A caller that has gone before the answer, by nginx's code. */
const callerGone = 499

/** Returns for each objective that a request counts for whether it was bad. */
export function judgeRequest({
  route,
  status,
  fault,
  seconds,
}: AnsweredRequest): Partial<Record<RequestLevel, boolean>> {
  if (status === callerGone && !fault) return {}
  const isCapture = route === 'captureNetwork'
  return {
    api_availability: fault,
    ...(route !== null && jobRoutes.has(route) ? { api_latency: seconds > serviceLimits.slowRequestSecs } : {}),
    // What the caller or the website did wrong says nothing about the capture.
    ...(isCapture && (fault || status < 400 || status === 504) ? { capture_success: fault || status === 504 } : {}),
  }
}

/** Returns the state of an objective. */
export function levelOf(name: ServiceLevelName, { total, bad }: Events): ServiceLevel {
  const allowed = serviceLimits.allowedBad[name]
  return { name, total, bad, allowed, status: total === 0 ? 'no_data' : bad / total > allowed ? 'missed' : 'met' }
}

/** Counts requests by minute, and keeps the last hour. */
export class ServiceLevels {
  readonly #minutes = new Map<number, Partial<Record<RequestLevel, Events>>>()
  readonly #engine: Pick<ServiceEngine, 'ended'>
  #ended: { atMs: number; jobs: Promise<EndedJobs> } | null = null

  constructor(engine: Pick<ServiceEngine, 'ended'>) {
    this.#engine = engine
  }

  /** Counts a request. @param nowMs epoch milliseconds. */
  add(request: AnsweredRequest, nowMs = Date.now()): void {
    const at = Math.floor(nowMs / minuteMs)
    let minute = this.#minutes.get(at)
    if (minute === undefined) {
      minute = {}
      this.#minutes.set(at, minute)
      this.#forget(nowMs)
    }
    for (const [name, bad] of Object.entries(judgeRequest(request)) as [RequestLevel, boolean][]) {
      const events = (minute[name] ??= { total: 0, bad: 0 })
      events.total += 1
      if (bad) events.bad += 1
    }
  }

  /** Returns the state of every objective; that of jobs is missing while Temporal does not answer. */
  async read(nowMs = Date.now()): Promise<ServiceLevel[]> {
    this.#forget(nowMs)
    const jobs = await this.#jobs(nowMs).catch(() => null)
    return serviceLevelNames.flatMap((name) => {
      if (name !== 'job_completion') return [levelOf(name, this.#sum(name))]
      return jobs === null ? [] : [levelOf(name, { total: jobs.completed + jobs.failed, bad: jobs.failed })]
    })
  }

  /** Shows the levels among the metrics; a value may be as old as the read before. */
  show(): void {
    for (const name of serviceLevelNames)
      metrics.serviceLevelAllowed.set({ level: name }, serviceLimits.allowedBad[name])
    whenRead(() => {
      void this.read().then((levels) => {
        metrics.serviceLevelBad.reset()
        for (const { name, total, bad } of levels)
          metrics.serviceLevelBad.set({ level: name }, total === 0 ? 0 : bad / total)
      })
    })
  }

  #sum(name: RequestLevel): Events {
    const sum = { total: 0, bad: 0 }
    for (const { [name]: events } of this.#minutes.values()) {
      sum.total += events?.total ?? 0
      sum.bad += events?.bad ?? 0
    }
    return sum
  }

  #jobs(nowMs: number): Promise<EndedJobs> {
    if (this.#ended !== null && nowMs - this.#ended.atMs < serviceLimits.endedFreshMs) return this.#ended.jobs
    const read = { atMs: nowMs, jobs: this.#engine.ended(new Date(nowMs - serviceLimits.windowMs)) }
    this.#ended = read
    // A failure is not used again.
    read.jobs.catch(() => {
      if (this.#ended === read) this.#ended = null
    })
    return read.jobs
  }

  #forget(nowMs: number): void {
    const first = Math.floor((nowMs - serviceLimits.windowMs) / minuteMs)
    for (const at of this.#minutes.keys()) if (at <= first) this.#minutes.delete(at)
  }
}
