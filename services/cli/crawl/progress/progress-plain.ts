/** Progress for logs and pipes: few, complete lines, none of which repeats the one before. */
import { progressLimits } from './progress-limits.ts'
import { clockText, countedText, countText, rateText } from './figures.ts'
import type { ProgressDisplay } from './progress-display.ts'
import { viewProgress, type ProgressView } from './progress-state.ts'
import type { TextOutput } from './terminal-text.ts'

/** Formats the counters of a view as one line; equal for views without a visible difference. */
const counters = (view: ProgressView): string =>
  [
    `${countText(view.done)} of ${countedText(view.goal, 'page')}`,
    `${countText(view.failed)} failed`,
    `${countText(view.inFlight)} in flight`,
    `${countText(view.waiting)} waiting`,
  ].join(', ')

/** Formats a view as one line of text. */
export const plainLine = (view: ProgressView): string =>
  `${clockText(view.elapsedSecs)}  ${counters(view)}, ${rateText(view.ratePerSec)}`

/**
 * Creates a display that writes a line when something changed, at most one every two seconds.
 * @param nowMs a monotonic clock, milliseconds.
 */
export function plainProgress(output: TextOutput, nowMs: () => number): ProgressDisplay {
  let lastMs = Number.NEGATIVE_INFINITY
  let shown = ''
  return {
    update(state) {
      const view = viewProgress(state, nowMs())
      const text = counters(view)
      if (view.phase === 'starting' || text === shown) return
      if (nowMs() - lastMs < progressLimits.plainLineIntervalMs) return
      lastMs = nowMs()
      shown = text
      output.write(`${plainLine(view)}\n`)
    },
    note: (text) => void output.write(`${text}\n`),
    end: () => undefined,
  }
}
