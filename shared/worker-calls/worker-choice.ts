/** Chooses the worker of a call. */
import { hash } from 'node:crypto'

/** Anything with a unique key. */
interface Named {
  key: string
}

const weightOf = (affinity: string, key: string): string => hash('sha256', JSON.stringify([affinity, key]))

/**
 * Returns the endpoint with the greatest weight for a session (rendezvous hashing): always the same one as long as it
 * exists. When it disappears, only its own sessions move.
 */
function byAffinity<Endpoint extends Named>(endpoints: readonly Endpoint[], affinity: string): Endpoint | null {
  let best: { endpoint: Endpoint; weight: string } | null = null
  for (const endpoint of endpoints) {
    const weight = weightOf(affinity, endpoint.key)
    if (best === null || weight > best.weight) best = { endpoint, weight }
  }
  return best?.endpoint ?? null
}

/**
 * Returns the less busy of two randomly drawn endpoints. The result is nearly as even as choosing the least busy of
 * all, and callers do not all choose the same one.
 */
function lessBusyOfTwo<Endpoint extends Named>(
  endpoints: readonly Endpoint[],
  { inFlight, random }: Pick<ChoiceFacts, 'inFlight' | 'random'>,
): Endpoint | null {
  const first = Math.floor(random() * endpoints.length)
  const other = Math.floor(random() * (endpoints.length - 1))
  const one = endpoints[first] ?? null
  const two = endpoints[other < first ? other : other + 1] ?? null
  if (one === null || two === null) return one
  return inFlight(two.key) < inFlight(one.key) ? two : one
}

export interface ChoiceFacts {
  /** Session that stays on its worker; null: any worker. */
  affinity: string | null
  /** Number of our calls in progress at an endpoint. */
  inFlight: (key: string) => number
  /** From 0 to below 1. */
  random: () => number
}

/** Chooses an endpoint; null if none exists. */
export const chooseWorker = <Endpoint extends Named>(
  endpoints: readonly Endpoint[],
  facts: ChoiceFacts,
): Endpoint | null =>
  facts.affinity === null ? lessBusyOfTwo(endpoints, facts) : byAffinity(endpoints, facts.affinity)
