/** Milliseconds of a day in UTC. */
export const dayMs = 86_400_000
