/**
 * What probes and operators see of a browser worker: `/livez` that the process turns, `/readyz` that a
 * page can be opened, `/pressure` how much room there is.
 */
import type { BrowserPool } from '@seine/activities/browser/pool/contract.ts'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import type { Polling } from '@seine/shared/temporal/polling.ts'
import type { Answer } from '@seine/shared/worker-calls/call-server.ts'

export interface ProbeParts {
  pool: Pick<BrowserPool, 'slots' | 'engines'>
  /** Whether Chromium has its sandbox: `off` is an operator's choice, no problem. */
  sandbox: 'on' | 'off'
  /** What keeps a page from being opened; null = nothing. */
  poolProblem: () => Promise<string | null>
  /** What works on slices; null stands for it in answers until Temporal is there. */
  sliceWorker: Pick<Polling, 'states'>
  isDraining: () => boolean
}

/** Tells what keeps a page from being opened; looked at again only now and then, as looking costs a page. */
export function poolProblems(pool: Pick<BrowserPool, 'check'>): () => Promise<string | null> {
  let checked: Promise<string | null> | null = null
  let checkedAtMs = 0
  return async () => {
    if (checked === null || performance.now() - checkedAtMs > poolLimits.checkIntervalMs) {
      checkedAtMs = performance.now()
      checked = pool.check().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
    }
    return await checked
  }
}

/** The probes by path. */
export function createProbes(parts: ProbeParts): Record<string, () => Promise<Answer>> {
  const { pool, poolProblem, isDraining } = parts
  const sliceWorker = (): string | null => parts.sliceWorker.states()[0] ?? null
  return {
    '/livez': async () => await Promise.resolve({ status: 200, body: { sliceWorker: sliceWorker() } }),
    '/readyz': async () => {
      const problems = isDraining() ? ['the worker is going away'] : []
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
      return await Promise.resolve({ status: 200, body: { isAvailable, isDraining: isDraining(), ...state } })
    },
  }
}
