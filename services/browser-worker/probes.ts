/**
 * Probes of a browser worker: `/livez` succeeds while the event loop runs, `/readyz` when a page can be opened,
 * `/pressure` reports version and free capacity.
 */
import type { BrowserPool } from '@seine/activities/browser/pool/contract.ts'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import type { Polling } from '@seine/shared/temporal/polling.ts'
import type { Answer } from '@seine/shared/worker-calls/call-server.ts'
import { errorMessage } from '@seine/shared/values/error-message.ts'

export interface ProbeParts {
  pool: Pick<BrowserPool, 'slots' | 'engines'>
  /** Whether Chromium runs in its sandbox. `off` is the operator's choice and not reported as a problem. */
  sandbox: 'on' | 'off'
  /** Returns the reason why no page can be opened; null when one can be. */
  poolProblem: () => Promise<string | null>
  /** The worker of slices; answers show null for it until Temporal is available. */
  sliceWorker: Pick<Polling, 'states'>
  isDraining: () => boolean
  /** Version of Seine. */
  version: string
}

/**
 * Returns a function that reports why no page can be opened. Its result is cached for a while, because a check opens a
 * page.
 */
export function poolProblems(pool: Pick<BrowserPool, 'check'>): () => Promise<string | null> {
  let checked: Promise<string | null> | null = null
  let checkedAtMs = 0
  return async () => {
    if (checked === null || performance.now() - checkedAtMs > poolLimits.checkIntervalMs) {
      checkedAtMs = performance.now()
      checked = pool.check().then(
        () => null,
        (error: unknown) => errorMessage(error),
      )
    }
    return await checked
  }
}

/** Returns the handlers of the probes by path. */
export function createProbes(parts: ProbeParts): Record<string, () => Promise<Answer>> {
  const { pool, poolProblem, isDraining } = parts
  const sliceWorker = (): string | null => parts.sliceWorker.states()[0] ?? null
  return {
    '/livez': async () => await Promise.resolve({ status: 200, body: { sliceWorker: sliceWorker() } }),
    '/readyz': async () => {
      const problems = isDraining() ? ['the worker is shutting down'] : []
      const problem = await poolProblem()
      if (problem !== null) problems.push(problem)
      return {
        status: problems.length === 0 ? 200 : 503,
        body: { problems, engines: pool.engines, sandbox: parts.sandbox, sliceWorker: sliceWorker() },
      }
    },
    '/pressure': async () => {
      const state = pool.slots.state()
      const isAvailable = !isDraining() && state.running < state.capacity
      const { version } = parts
      return await Promise.resolve({ status: 200, body: { isAvailable, isDraining: isDraining(), version, ...state } })
    },
  }
}
