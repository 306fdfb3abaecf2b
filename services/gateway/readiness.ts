/** Readiness: whether the services the gateway stands on answer, asked rarely and with a short deadline. */
import type { Readiness } from '@seine/shared/api/job-schema.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import type { JobEngine } from './job-engine.ts'
import type { ResultStore } from './result-store.ts'

type Checks = Omit<Readiness['checks'], 'accepting'>

/** Browser workers as far as readiness asks for them. */
export interface BrowsersProbe {
  /** Whether there are any by configuration. */
  readonly configured: boolean
  /** Resolves when one of them can serve. */
  ping(deadlineMs: number): Promise<void>
}

const outcome = (check: Promise<void>): Promise<'ok' | 'unavailable'> =>
  check.then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  )

const browserOutcome = async (browsers: BrowsersProbe): Promise<Checks['browserWorkers']> =>
  browsers.configured ? await outcome(browsers.ping(gatewayLimits.readyCheckMs)) : 'not_configured'

export class ReadinessProbe {
  readonly #engine: Pick<JobEngine, 'ping'>
  readonly #store: Pick<ResultStore, 'ping'>
  readonly #browsers: BrowsersProbe
  #checks: Promise<Checks> | null = null
  #checkedAt = 0
  #accepting = true

  constructor(engine: Pick<JobEngine, 'ping'>, store: Pick<ResultStore, 'ping'>, browsers: BrowsersProbe) {
    this.#engine = engine
    this.#store = store
    this.#browsers = browsers
  }

  /** From now on the process is not ready, because it shuts down. */
  stopAccepting(): void {
    this.#accepting = false
  }

  /** The state; at most one look a second, however often it is asked. */
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
    const [workflowService, resultStore, browserWorkers] = await Promise.all([
      outcome(this.#engine.ping(gatewayLimits.readyCheckMs)),
      outcome(this.#store.ping(gatewayLimits.readyCheckMs)),
      browserOutcome(this.#browsers),
    ])
    return { workflowService, resultStore, browserWorkers }
  }
}
