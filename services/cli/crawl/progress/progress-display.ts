/** The interface of all progress displays; the output stream decides which one is used. */
import type { ProgressState } from './progress-state.ts'

export interface ProgressDisplay {
  /** Shows a newer state. */
  update(state: ProgressState): void
  /** Prints a message beside the progress. */
  note(text: string): void
  /** Ends the progress; later output is ordinary text. May be called repeatedly. */
  end(): void
}
