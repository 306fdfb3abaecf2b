/**
 * Probes of a scrape worker for its callers: `/livez` succeeds while the event loop runs, `/readyz` while it takes
 * calls, `/pressure` reports version, free capacity and first pages of jobs. They do not check Temporal and the store,
 * because most calls need neither.
 */
import type { Slots } from '@seine/activities/browser/pool/contract.ts'
import type { LevelEvents } from '@seine/shared/observability/recent-events.ts'
import type { Answer } from '@seine/shared/worker-calls/call-server.ts'

const answer = async (status: number, body: object): Promise<Answer> => await Promise.resolve({ status, body })

export interface CallProbeParts {
  slots: Pick<Slots, 'state'>
  isDraining: () => boolean
  /** Returns the first pages of jobs of the last hour. */
  firstPages: () => LevelEvents
  /** Version of Seine. */
  version: string
}

/** Returns the handlers of the probes by path. */
export function createCallProbes({
  slots,
  isDraining,
  firstPages,
  version,
}: CallProbeParts): Record<string, () => Promise<Answer>> {
  return {
    '/livez': async () => await answer(200, {}),
    '/readyz': async () =>
      isDraining()
        ? await answer(503, { problems: ['the worker is shutting down'] })
        : await answer(200, { problems: [] }),
    '/pressure': async () => {
      const state = slots.state()
      const isAvailable = !isDraining() && state.running < state.capacity
      return await answer(200, {
        isAvailable,
        isDraining: isDraining(),
        version,
        ...state,
        firstPages: firstPages(),
      })
    },
  }
}
