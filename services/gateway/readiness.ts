/** Readiness: whether the services the gateway stands on answer, asked rarely and with a short deadline. */
import type { Readiness } from '@seine/shared/api/job-schema.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import type { JobEngine } from './job-engine.ts'
import type { ResultStore } from './result-store.ts'

type Checks = Pick<Readiness['checks'], 'workflowService' | 'resultStore'>

const outcome = (check: Promise<void>): Promise<'ok' | 'unavailable'> =>
  check.then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  )

export class ReadinessProbe {
  readonly #engine: Pick<JobEngine, 'ping'>
  readonly #store: Pick<ResultStore, 'ping'>
  #checks: Promise<Checks> | null = null
  #checkedAt = 0
  #accepting = true

  constructor(engine: Pick<JobEngine, 'ping'>, store: Pick<ResultStore, 'ping'>) {
    this.#engine = engine
    this.#store = store
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
    const [workflowService, resultStore] = await Promise.all([
      outcome(this.#engine.ping(gatewayLimits.readyCheckMs)),
      outcome(this.#store.ping(gatewayLimits.readyCheckMs)),
    ])
    return { workflowService, resultStore }
  }
}
