/** What every progress display can do; which one is used depends on where the text goes. */
import type { ProgressState } from './progress-state.ts'

export interface ProgressDisplay {
  /** Shows a newer state. */
  update(state: ProgressState): void
  /** Says something beside the progress. */
  note(text: string): void
  /** Ends the progress; what follows is ordinary text. Harmless when repeated. */
  end(): void
}
