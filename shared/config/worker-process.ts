/**
 * Settings with which services are started. Pages and requests are short-lived: a large young generation only keeps
 * them in memory for longer, and so does a C heap that grows per thread and is never returned. Together these settings
 * halve the memory of a busy worker without making it slower.
 */

/**
 * Flags of Node.js for gateway and workers, which threads inherit. The young generation has 4 MiB; the old one is
 * collected when it has grown by 30 %, and not when it has doubled or tripled.
 */
export const serviceNodeFlags = ['--max-semi-space-size=4', '--heap-growing-percent=30'] as const

/** Flags of Node.js for services in images, whose sources have no types. */
export const imageNodeFlags = [...serviceNodeFlags, '--import=/app/shared/lifecycle/plain-sources.js'] as const

/**
 * Environment of a worker: the heap of the GNU C library, sizes in bytes (other libraries ignore it), and the thread
 * pool of Node.js. Names are resolved in half of its threads; with the default of four threads, two names without an
 * answer block all others. Buffers of pages and archives have tens of kilobytes: with mappings of their own they are
 * returned to the system when they are freed.
 */
export const workerEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '32768',
  UV_THREADPOOL_SIZE: '32',
} as const
