/**
 * What callers see of a scrape worker beside its calls: `/livez` that the process turns, `/readyz` that
 * it takes calls, `/pressure` how much room there is. Temporal and the store are no part of it: most
 * calls need neither.
 */
import type { Slots } from '@seine/activities/browser/pool/contract.ts'
import type { Answer } from '@seine/shared/worker-calls/call-server.ts'

const answer = async (status: number, body: object): Promise<Answer> => await Promise.resolve({ status, body })

/** The probes by path. */
export function createCallProbes(
  slots: Pick<Slots, 'state'>,
  isDraining: () => boolean,
): Record<string, () => Promise<Answer>> {
  return {
    '/livez': async () => await answer(200, {}),
    '/readyz': async () =>
      isDraining()
        ? await answer(503, { problems: ['the worker is going away'] })
        : await answer(200, { problems: [] }),
    '/pressure': async () => {
      const state = slots.state()
      const isAvailable = !isDraining() && state.running < state.capacity
      return await answer(200, { isAvailable, isDraining: isDraining(), ...state })
    },
  }
}
