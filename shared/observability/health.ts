/**
 * State of a process for probes: liveness (whether only a restart would help) and readiness (whether it can accept
 * work). Parts of the process add their checks when they are created.
 */
import { errorMessage } from '../values/error-message.ts'

/** Returns a problem as text; null if none exists. */
export type HealthCheck = () => Promise<string | null> | string | null

export type HealthPhase = 'starting' | 'serving' | 'draining'

export interface HealthReport {
  phase: HealthPhase
  problems: string[]
  /** Warnings for operators that do not prevent work; absent if none exist. */
  warnings?: string[]
}

export class Health {
  #phase: HealthPhase = 'starting'
  readonly #vital: HealthCheck[] = []
  readonly #needed: HealthCheck[] = []
  readonly #warnings: string[] = []

  get phase(): HealthPhase {
    return this.#phase
  }

  /**
   * All parts are created; their checks decide about readiness from now on. A process that is already draining stays in
   * that phase.
   */
  started(): void {
    if (this.#phase === 'starting') this.#phase = 'serving'
  }

  /** The process is shutting down and accepts no more work. */
  draining(): void {
    this.#phase = 'draining'
  }

  /**
   * Adds a check that decides about liveness. It must not depend on anything outside the process, because a restart
   * does not repair that.
   */
  addVital(check: HealthCheck): void {
    this.#vital.push(check)
  }

  /** Adds a check of something that the process needs for its work. */
  addNeeded(check: HealthCheck): void {
    this.#needed.push(check)
  }

  /** Adds a permanent warning to the readiness report. */
  warn(text: string): void {
    this.#warnings.push(text)
  }

  /** Returns the report for the liveness probe. */
  async liveness(): Promise<HealthReport> {
    return { phase: this.#phase, problems: await problemsOf(this.#vital) }
  }

  /** Returns the report for the readiness probe. */
  async readiness(): Promise<HealthReport> {
    const problems = await problemsOf([...this.#vital, ...this.#needed])
    if (this.#phase === 'starting') problems.unshift('the process is starting')
    if (this.#phase === 'draining') problems.unshift('the process is shutting down')
    return { phase: this.#phase, problems, ...(this.#warnings.length === 0 ? {} : { warnings: this.#warnings }) }
  }
}

async function problemsOf(checks: readonly HealthCheck[]): Promise<string[]> {
  const results = await Promise.all(
    checks.map(async (check) => {
      try {
        return await check()
      } catch (error) {
        return errorMessage(error)
      }
    }),
  )
  return results.filter((problem) => problem !== null)
}
