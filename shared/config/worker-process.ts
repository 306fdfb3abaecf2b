/**
 * How the processes of workers are to be started. Pages are short-lived: a large young generation
 * only keeps them in memory for longer, and so does a C heap that grows per thread and is never given
 * back. Together these halve the memory of a busy worker at no cost in time.
 */

/** Flags of Node.js; sizes in MiB. Threads take them over. */
export const workerNodeFlags = ['--max-semi-space-size=4'] as const

/**
 * Environment of a worker: the GNU C library's heap, sizes in bytes (other libraries ignore it), and
 * Node's thread pool. Names are resolved in half of its threads; with the usual four, two names that
 * get no answer hold up every other.
 */
export const workerEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '32',
} as const
