/**
 * The last hour against the objectives of the service. Requests are counted in this process, first pages of jobs by the
 * workers, and ended jobs by Temporal, for the whole service.
 */
import {
  serviceLevelNames,
  type ServiceLevel,
  type ServiceLevelName,
} from '@seine/shared/api/schemas/service-schema.ts'
import { serviceLevelLimits } from '@seine/shared/config/service-level-limits.ts'
import { metrics, whenRead } from '@seine/shared/observability/metrics.ts'
import { RecentEvents, type LevelEvents } from '@seine/shared/observability/recent-events.ts'
import type { AnsweredRequest } from '../http/request-log.ts'
import type { EndedJobs, ServiceEngine } from '../engine/queue-view.ts'
import { serviceLimits } from './service-limits.ts'

type RequestLevel = Exclude<ServiceLevelName, 'job_completion' | 'first_page'>

/** Routes that start jobs: they write to the store and start a workflow. */
export const startRoutes: ReadonlySet<string> = new Set(['startCrawl', 'startBatch'])

/** Other routes about jobs that are answered without work of a website. */
export const jobRoutes: ReadonlySet<string> = new Set([
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
    ...(route !== null && startRoutes.has(route) ? { job_start: seconds > serviceLevelLimits.slowStartSecs } : {}),
    ...(route !== null && jobRoutes.has(route) ? { api_latency: seconds > serviceLevelLimits.slowRequestSecs } : {}),
    // What the caller or the website did wrong says nothing about the capture.
    ...(isCapture && (fault || status < 400 || status === 504) ? { capture_success: fault || status === 504 } : {}),
  }
}

/** Returns the state of an objective. */
export function levelOf(name: ServiceLevelName, { total, bad }: LevelEvents): ServiceLevel {
  const allowed = serviceLevelLimits.allowedBad[name]
  return { name, total, bad, allowed, status: total === 0 ? 'no_data' : bad / total > allowed ? 'missed' : 'met' }
}

/** Counts requests of the last hour. */
export class ServiceLevels {
  readonly #requests = new RecentEvents<RequestLevel>()
  readonly #engine: Pick<ServiceEngine, 'ended'>
  #ended: { atMs: number; jobs: Promise<EndedJobs> } | null = null

  constructor(engine: Pick<ServiceEngine, 'ended'>) {
    this.#engine = engine
  }

  /** Counts a request. @param nowMs epoch milliseconds. */
  add(request: AnsweredRequest, nowMs = Date.now()): void {
    const judged = judgeRequest(request)
    for (const [name, bad] of Object.entries(judged) as [RequestLevel, boolean][]) this.#requests.add(name, bad, nowMs)
    // No other metric says whether a 503 or 504 counts: alert and dashboard read this one.
    const { capture_success: hasFailed } = judged
    if (hasFailed !== undefined) metrics.captures.inc({ outcome: hasFailed ? 'failed' : 'succeeded' })
  }

  /**
   * Returns the state of every objective; that of ended jobs is missing while Temporal does not answer.
   * @param firstPages first pages as workers have counted them; null: that objective is left out.
   * @param nowMs epoch milliseconds.
   */
  async read(firstPages: Promise<LevelEvents | null> | null, nowMs = Date.now()): Promise<ServiceLevel[]> {
    const [jobs, pages] = await Promise.all([this.#jobs(nowMs).catch(() => null), firstPages])
    const eventsOf = (name: ServiceLevelName): LevelEvents | null => {
      if (name === 'first_page') return pages
      if (name !== 'job_completion') return this.#requests.sum(name, nowMs)
      return jobs === null ? null : { total: jobs.completed + jobs.failed, bad: jobs.failed }
    }
    return serviceLevelNames.flatMap((name) => {
      const events = eventsOf(name)
      return events === null ? [] : [levelOf(name, events)]
    })
  }

  /**
   * Shows the levels among the metrics, except first pages, which workers show; a value may be as old as the read
   * before.
   */
  show(): void {
    for (const level of serviceLevelNames)
      if (level !== 'first_page') metrics.serviceLevelAllowed.set({ level }, serviceLevelLimits.allowedBad[level])
    whenRead(() => {
      void this.read(null).then((levels) => {
        metrics.serviceLevelBad.reset()
        for (const { name, total, bad } of levels)
          metrics.serviceLevelBad.set({ level: name }, total === 0 ? 0 : bad / total)
      })
    })
  }

  #jobs(nowMs: number): Promise<EndedJobs> {
    if (this.#ended !== null && nowMs - this.#ended.atMs < serviceLimits.endedFreshMs) return this.#ended.jobs
    const read = { atMs: nowMs, jobs: this.#engine.ended(new Date(nowMs - serviceLevelLimits.windowMs)) }
    this.#ended = read
    // A failure is not used again.
    read.jobs.catch(() => {
      if (this.#ended === read) this.#ended = null
    })
    return read.jobs
  }
}
