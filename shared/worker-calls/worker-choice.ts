/** Which worker a call goes to. */
import { hash } from 'node:crypto'

/** Anything that has a name of its own. */
interface Named {
  key: string
}

const weightOf = (affinity: string, key: string): string => hash('sha256', JSON.stringify([affinity, key]))

/**
 * The endpoint with the greatest weight for a session (rendezvous hashing): the same one as long as
 * it is there, and when it goes only its own sessions move.
 */
function byAffinity<Endpoint extends Named>(endpoints: readonly Endpoint[], affinity: string): Endpoint | null {
  let best: { endpoint: Endpoint; weight: string } | null = null
  for (const endpoint of endpoints) {
    const weight = weightOf(affinity, endpoint.key)
    if (best === null || weight > best.weight) best = { endpoint, weight }
  }
  return best?.endpoint ?? null
}

/** The less busy one of two that are drawn at random: nearly as even as the least busy of all, without herds. */
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
  /** Session that is to stay on its worker; null = any worker will do. */
  affinity: string | null
  /** Calls of ours that an endpoint has under way. */
  inFlight: (key: string) => number
  /** From 0 to below 1. */
  random: () => number
}

/** Chooses; null when there is nothing to choose from. */
export const chooseWorker = <Endpoint extends Named>(
  endpoints: readonly Endpoint[],
  facts: ChoiceFacts,
): Endpoint | null =>
  facts.affinity === null ? lessBusyOfTwo(endpoints, facts) : byAffinity(endpoints, facts.affinity)
