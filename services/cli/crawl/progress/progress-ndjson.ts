/** Progress for programs: one JSON object per line on standard output, text for people on standard error. */
import type { ProgressDisplay } from './progress-display.ts'
import { viewProgress } from './progress-state.ts'
import type { TextOutput } from './terminal-text.ts'

/** Writes one event; `event` names it, the rest are its fields. */
export type EventWriter = (event: string, fields: Record<string, unknown>) => void

/** Creates a writer of events as NDJSON (one object per line, UTF-8, `\n`). */
export const ndjsonEvents =
  (output: TextOutput): EventWriter =>
  (event, fields) =>
    void output.write(`${JSON.stringify({ event, ...fields })}\n`)

const rounded = (value: number): number => Math.round(value * 100) / 100

/**
 * Creates a display that writes a `progress` event whenever a counter or the current URL changes.
 * @param nowMs a monotonic clock, milliseconds.
 */
export function ndjsonProgress(write: EventWriter, notes: TextOutput, nowMs: () => number): ProgressDisplay {
  let shown = ''
  return {
    update(state) {
      const { limit, completed, failed, waiting, inFlight, currentUrl, ...view } = viewProgress(state, nowMs())
      const fields = { limit, completed, failed, pending: waiting, inFlight, currentUrl }
      const key = JSON.stringify(fields)
      if (key === shown) return
      shown = key
      write('progress', {
        ...fields,
        total: state.status?.total ?? 0,
        elapsedSecs: rounded(view.elapsedSecs),
        rate: rounded(view.ratePerSec),
      })
    },
    note: (text) => void notes.write(`${text}\n`),
    end: () => undefined,
  }
}
