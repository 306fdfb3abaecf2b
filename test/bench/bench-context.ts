/** What benchmarks and labs are given. */
import type { Progress } from '@seine/tools/checkout/progress.ts'

export interface BenchContext {
  /** Per-user cache. */
  cache: string
  progress: Progress
  /** Results, on standard output. */
  print(text: string): void
  /** Aborts on Ctrl-C. */
  signal: AbortSignal
  /** Something to be ended, whatever happens; last in, first out. */
  atEnd: (close: () => Promise<void>) => void
}
