/** Returns an instant as ISO 8601 in UTC. @param ms epoch milliseconds. */
export const isoOfMs = (ms: number): string => new Date(ms).toISOString()
