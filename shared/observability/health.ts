/**
 * What a process says of itself to probes: whether only a restart would help (liveness), and whether it
 * can take work (readiness). Parts add their checks as they come to be.
 */

/** Text says what is wrong; null that nothing is. */
export type HealthCheck = () => Promise<string | null> | string | null

export type HealthPhase = 'starting' | 'serving' | 'draining'

export interface HealthReport {
  phase: HealthPhase
  problems: string[]
  /** What operators should know and what keeps the process from nothing; left out when there is nothing. */
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

  /** All parts are there; what they can do their checks say. A process that has begun to end stays so. */
  started(): void {
    if (this.#phase === 'starting') this.#phase = 'serving'
  }

  /** The process ends, and takes no more work. */
  draining(): void {
    this.#phase = 'draining'
  }

  /** Adds what must hold for the process to live on. Nothing outside the process belongs here: a restart mends none of it. */
  addVital(check: HealthCheck): void {
    this.#vital.push(check)
  }

  /** Adds what the process needs for its work. */
  addNeeded(check: HealthCheck): void {
    this.#needed.push(check)
  }

  /** Adds what readiness says besides, for as long as the process lives. */
  warn(text: string): void {
    this.#warnings.push(text)
  }

  /** For the probe of liveness. */
  async liveness(): Promise<HealthReport> {
    return { phase: this.#phase, problems: await problemsOf(this.#vital) }
  }

  /** For the probe of readiness. */
  async readiness(): Promise<HealthReport> {
    const problems = await problemsOf([...this.#vital, ...this.#needed])
    if (this.#phase === 'starting') problems.unshift('the process is starting')
    if (this.#phase === 'draining') problems.unshift('the process is going away')
    return { phase: this.#phase, problems, ...(this.#warnings.length === 0 ? {} : { warnings: this.#warnings }) }
  }
}

async function problemsOf(checks: readonly HealthCheck[]): Promise<string[]> {
  const told = await Promise.all(
    checks.map(async (check) => {
      try {
        return await check()
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    }),
  )
  return told.filter((problem) => problem !== null)
}
