/** The report of `GET /service`: each part is read by itself, so that one that does not answer hides no other. */
import { hostname } from 'node:os'
import type { Readiness } from '@seine/shared/api/schemas/job-schema.ts'
import type {
  FailureCount,
  RunningCounts,
  ProcessReport,
  ServiceQueue,
  ServiceReport,
  TenantReport,
} from '@seine/shared/api/schemas/service-schema.ts'
import type { LevelEvents } from '@seine/shared/observability/recent-events.ts'
import { serviceLimits } from './service-limits.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'
import type { WorkerState } from '@seine/shared/worker-calls/worker-state.ts'
import type { ServiceEngine } from '../engine/queue-view.ts'
import { PageMinutes } from './page-minutes.ts'
import type { ServiceLevels } from './service-levels.ts'
import type { RecentPages, RecentPagesReader } from './recent-pages.ts'

/** The workers of one kind. */
export interface SurveyedWorkers {
  survey(max: number, deadlineMs: number): Promise<WorkerState[]>
}

export interface ServiceReportPorts {
  serviceEngine: ServiceEngine
  serviceLevels: Pick<ServiceLevels, 'read'>
  recentPages: Pick<RecentPagesReader, 'of'>
  readiness: { read(): Promise<Omit<Readiness, 'request_id'>> }
  browsers: SurveyedWorkers
  scrapers: SurveyedWorkers
  /** Returns the names of all tenants that have keys. */
  tenants: () => Promise<string[]>
  /** Address of the Temporal Web UI; null: not known. */
  temporalUi: string | null
  /** Version of the service. */
  version: string
}

/** The parts of a report that are the same for all keys of a tenant. */
export type SharedReport = Omit<ServiceReport, 'quotas' | 'usage' | 'request_id'>

/** Returns the result; null when the part does not answer. */
const ifAnswered = <T>(reading: Promise<T>): Promise<T | null> => reading.catch(() => null)

/** Returns whether it is known that no job runs. */
const isNone = (running: RunningCounts | null): running is RunningCounts =>
  running !== null && running.crawl + running.batch_scrape === 0

/** Describes a worker as a process. */
function processOf(kind: ProcessReport['kind'], { firstPages: _firstPages, ...worker }: WorkerState): ProcessReport {
  return { kind, ...worker }
}

/** Adds up the first pages that workers have counted; null: none has counted any. */
function firstPagesOf(workers: readonly WorkerState[]): LevelEvents | null {
  const counted = workers.flatMap(({ firstPages }) => firstPages ?? [])
  if (counted.length === 0) return null
  return counted.reduce((sum, { total, bad }) => ({ total: sum.total + total, bad: sum.bad + bad }))
}

type PageFacts = Pick<ServiceReport, 'pages' | 'failures'>

function pageFacts(recent: RecentPages | null, nowMs: number): PageFacts {
  if (recent === null) return { pages: null, failures: null }
  const { minutes, complete } = recent
  const hourAgoMs = nowMs - serviceLimits.windowMs
  const failures: FailureCount[] = minutes.failuresSince(hourAgoMs, serviceLimits.failuresMax)
  return {
    pages: { last_minute: minutes.lastWhole(nowMs), last_hour: minutes.since(hourAgoMs), complete },
    failures,
  }
}

/** Creates the report for a tenant, or for an operator: then with all tenants, processes and queues. */
export class ServiceReporter {
  readonly #ports: ServiceReportPorts
  /** Reports in progress or completed, by tenant; null: the operator's. Their number is bounded by the key file. */
  readonly #reports = new Map<string | null, { beganMs: number; report: Promise<SharedReport> }>()
  /** The task queues when nothing waited in them and each had a worker. */
  #emptyQueues: { atMs: number; queues: ServiceQueue[] } | null = null

  constructor(ports: ServiceReportPorts) {
    this.#ports = ports
  }

  /** Returns the report; it may be a few seconds old. Never rejects because of a part that does not answer. */
  async report({ tenant, operator }: { tenant: string; operator: boolean }): Promise<SharedReport> {
    const name = operator ? null : tenant
    const known = this.#reports.get(name)
    if (known !== undefined && performance.now() - known.beganMs < serviceLimits.reportFreshMs)
      return await known.report
    const report = operator ? this.#ofAll() : this.#ofTenant(tenant)
    this.#reports.set(name, { beganMs: performance.now(), report })
    report.catch(() => this.#reports.delete(name))
    return await report
  }

  async #ofTenant(tenant: string): Promise<SharedReport> {
    const nowMs = Date.now()
    const [health, running, recent] = await Promise.all([
      this.#health(),
      this.#running(tenant),
      this.#pages(tenant, nowMs),
    ])
    return {
      scope: 'tenant',
      ...health,
      running,
      ...pageFacts(recent, nowMs),
      tenants: null,
      processes: null,
      queues: null,
      service_levels: null,
      temporal_ui: null,
    }
  }

  async #ofAll(): Promise<SharedReport> {
    const nowMs = Date.now()
    const names = await this.#ports.tenants()
    const minutes = new PageMinutes()
    let complete = names.length <= serviceLimits.tenantsMax
    let counted = false
    const ofAll = this.#running(null)
    const surveyed = this.#processes()
    const ofTenant = async (tenant: string): Promise<RunningCounts | null> => {
      const total = await ofAll
      // When the total cannot be read, the count of one tenant cannot either, and each call would wait for a deadline.
      return total === null || isNone(total) ? total : await this.#running(tenant)
    }
    const shown = this.#shownTenants(names, ofAll)
    const tenantReport = async (tenant: string): Promise<TenantReport> => {
      const [running, recent] = await Promise.all([ofTenant(tenant), this.#pages(tenant, nowMs)])
      if (recent !== null) {
        minutes.join(recent.minutes)
        counted = true
      }
      complete &&= recent?.complete ?? false
      return { tenant, running, last_hour: recent?.minutes.since(nowMs - serviceLimits.windowMs) ?? null }
    }
    const tenants = shown.then(async (some) => await eachOf(some, serviceLimits.tenantsAtOnce, tenantReport))
    const [health, running, processes, queues, levels, reports] = await Promise.all([
      this.#health(),
      ofAll,
      surveyed,
      ofAll.then(async (total) => await this.#queues(isNone(total))),
      this.#ports.serviceLevels.read(surveyed.then(({ firstPages }) => firstPages)),
      tenants,
    ])
    return {
      scope: 'all',
      ...health,
      running,
      ...pageFacts(counted ? { minutes, complete } : null, nowMs),
      tenants: reports,
      processes: processes.reports,
      queues,
      service_levels: levels,
      temporal_ui: this.#ports.temporalUi,
    }
  }

  /** Returns the tenants of a report by name: when there are too many, those with running jobs before the others. */
  async #shownTenants(names: readonly string[], ofAll: Promise<RunningCounts | null>): Promise<readonly string[]> {
    if (names.length <= serviceLimits.tenantsMax) return names
    const total = await ofAll
    const isQuiet = total === null || isNone(total)
    const listing = isQuiet ? null : this.#ports.serviceEngine.busyTenants(serviceLimits.busyTenantsJobsMax)
    const busy = (listing === null ? null : await ifAnswered(listing)) ?? []
    const known = new Set(names)
    const ranked = new Set([...busy.filter((name) => known.has(name)), ...names])
    return [...ranked].slice(0, serviceLimits.tenantsMax).toSorted()
  }

  async #health(): Promise<Pick<ServiceReport, 'version' | 'workflow_service' | 'result_store'>> {
    const { workflowService, resultStore } = (await this.#ports.readiness.read()).checks
    return { version: this.#ports.version, workflow_service: workflowService, result_store: resultStore }
  }

  #running(tenant: string | null): Promise<RunningCounts | null> {
    return ifAnswered(this.#ports.serviceEngine.running(tenant))
  }

  /**
   * Describes the task queues, a call of Temporal for each. While no job runs, nothing waits and each has a worker, they
   * are described less often: Temporal itself lists a worker for minutes after its last poll. Watches, webhooks and mails
   * are tasks without a running job, so that a queue without workers may have a backlog at any time.
   * @param idle whether no job runs.
   */
  async #queues(idle: boolean): Promise<ServiceQueue[] | null> {
    const atMs = performance.now()
    const known = this.#emptyQueues
    if (idle && known !== null && atMs - known.atMs < serviceLimits.emptyQueuesFreshMs) return known.queues
    const queues = await ifAnswered<ServiceQueue[]>(this.#ports.serviceEngine.queues())
    const isEmpty = queues?.every(({ backlog, workers }) => backlog === 0 && workers > 0) ?? false
    this.#emptyQueues = isEmpty && queues !== null ? { atMs, queues } : null
    return queues
  }

  #pages(tenant: string, nowMs: number): Promise<RecentPages | null> {
    return ifAnswered(
      withinDeadline('counting pages', this.#ports.recentPages.of(tenant, nowMs), serviceLimits.deadlineMs),
    )
  }

  /** Returns this gateway and its workers, and the first pages that the workers have counted; null: none has. */
  async #processes(): Promise<{ reports: ProcessReport[]; firstPages: LevelEvents | null }> {
    const { readiness, scrapers, browsers, version } = this.#ports
    const { processesMax, deadlineMs } = serviceLimits
    const [own, scrapeWorkers, browserWorkers] = await Promise.all([
      readiness.read(),
      scrapers.survey(processesMax, deadlineMs),
      browsers.survey(processesMax, deadlineMs),
    ])
    const bad = Object.entries(own.checks).filter(([, check]) => check === 'unavailable' || check === 'unfit')
    const gateway: ProcessReport = {
      kind: 'gateway',
      address: hostname(),
      version,
      status: own.status,
      problem: own.status === 'ready' ? null : bad.map(([name, check]) => `${name} is ${String(check)}`).join('; '),
      slots: null,
    }
    const reports = [
      gateway,
      ...scrapeWorkers.map((worker) => processOf('scrape_worker', worker)),
      ...browserWorkers.map((worker) => processOf('browser_worker', worker)),
    ]
    return { reports, firstPages: firstPagesOf(scrapeWorkers) }
  }
}
