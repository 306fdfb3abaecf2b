/** Readiness: whether the services that the gateway depends on answer; checked rarely and with a short deadline. */
import type { Readiness } from '@seine/shared/api/schemas/job-schema.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import type { StorePromises } from '@seine/shared/storage/store-promises.ts'
import type { JobEngine } from './engine/job-engine.ts'
import type { ResultStore } from './jobs/result-store.ts'

type Checks = Omit<Readiness['checks'], 'accepting'>

/** The part of a worker pool that readiness needs. */
export interface WorkersProbe {
  /** Whether any workers are configured. */
  readonly configured: boolean
  /** Resolves when one of them can serve. */
  ping(deadlineMs: number): Promise<void>
}

const outcome = (check: Promise<void>): Promise<'ok' | 'unavailable'> =>
  check.then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  )

const workersOutcome = async (workers: WorkersProbe): Promise<Checks['browserWorkers']> =>
  workers.configured ? await outcome(workers.ping(gatewayLimits.readyCheckMs)) : 'not_configured'

/** The services that the gateway depends on. */
export interface ReadinessPorts {
  engine: Pick<JobEngine, 'ping'>
  store: Pick<ResultStore, 'ping'>
  promises: Pick<StorePromises, 'problem'>
  browsers: WorkersProbe
  scrapers: WorkersProbe
}

export class ReadinessProbe {
  readonly #ports: ReadinessPorts
  #checks: Promise<Checks> | null = null
  #checkedAt = 0
  #accepting = true

  constructor(ports: ReadinessPorts) {
    this.#ports = ports
  }

  /** Reports not ready from now on, because the process shuts down. */
  stopAccepting(): void {
    this.#accepting = false
  }

  /** Returns the state; checks at most once a second, however often it is called. */
  async read(): Promise<Omit<Readiness, 'request_id'>> {
    if (this.#checks === null || performance.now() - this.#checkedAt >= gatewayLimits.readyCacheMs) {
      this.#checkedAt = performance.now()
      this.#checks = this.#look()
    }
    const checks = { ...(await this.#checks), accepting: this.#accepting }
    const ready = checks.accepting && checks.workflowService === 'ok' && checks.resultStore === 'ok'
    return { status: ready ? 'ready' : 'not_ready', checks }
  }

  async #look(): Promise<Checks> {
    const { engine, store, promises, browsers, scrapers } = this.#ports
    const [workflowService, resultStore, browserWorkers, scrapeWorkers] = await Promise.all([
      outcome(engine.ping(gatewayLimits.readyCheckMs)),
      outcome(store.ping(gatewayLimits.readyCheckMs)),
      workersOutcome(browsers),
      workersOutcome(scrapers),
    ])
    const isUnfit = resultStore === 'ok' && promises.problem() !== null
    return { workflowService, resultStore: isUnfit ? 'unfit' : resultStore, browserWorkers, scrapeWorkers }
  }
}
