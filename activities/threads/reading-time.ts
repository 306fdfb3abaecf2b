/**
 * The clock of the readers of documents: the CPU time of their thread. By wall time, a document on a busy machine would
 * be cut short because of other work, and the first one of its kind because its reader was loaded meanwhile.
 */

const microsecondsPerMs = 1_000

/** Returns the CPU time that this thread has used, milliseconds. */
export function readingTimeMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / microsecondsPerMs
}
