/** The context passed to benchmarks and labs. */
import type { Progress } from '@seine/tools/checkout/progress.ts'

export interface BenchContext {
  /** Per-user cache folder. */
  cache: string
  progress: Progress
  /** Prints results to standard output. */
  print(text: string): void
  /** Aborts on Ctrl-C. */
  signal: AbortSignal
  /** Registers something to close at the end in any case; last in, first out. */
  atEnd: (close: () => Promise<void>) => void
}
