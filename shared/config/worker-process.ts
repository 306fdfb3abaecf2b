/**
 * How the process of a scrape-worker is to be started. Pages are short-lived: a large young
 * generation only keeps them in memory for longer, and so does a C heap that grows per thread and
 * is never given back. Together these halve the memory of a busy worker at no cost in time.
 */

/** Flags of Node.js; sizes in MiB. Threads take them over. */
export const workerNodeFlags = ['--max-semi-space-size=4'] as const

/** Environment of the GNU C library; sizes in bytes. Other libraries ignore it. */
export const workerAllocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const
