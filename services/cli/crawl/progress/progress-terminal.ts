/** The live block of a terminal: redrawn in place several times a second, removed when the crawl ends. */
import { stripVTControlCharacters } from 'node:util'
import { progressLimits } from './progress-limits.ts'
import { progressBlock } from './progress-block.ts'
import type { ProgressDisplay } from './progress-display.ts'
import { viewProgress, type ProgressState } from './progress-state.ts'
import { displayWidth, type Paint, type TextOutput } from './terminal-text.ts'

const columnsWhenUnknown = 80
const columnsMin = 10

/** Control sequences of ECMA-48 that all common terminals support. */
const upLines = (lines: number): string => (lines > 0 ? `\u001B[${lines}A\r` : '\r')
const eraseLineEnd = '\u001B[K'
const eraseBelow = '\u001B[J'

/**
 * Returns the rows that lines occupy after the terminal became `columns` wide: a narrower terminal wraps drawn lines.
 */
export const rowsOf = (lines: readonly string[], columns: number): number =>
  lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(displayWidth(stripVTControlCharacters(line)) / columns)), 0)

/**
 * Draws the block below earlier output and redraws it on a timer, so that the clock runs even while the gateway is
 * unavailable.
 * @param nowMs a monotonic clock, milliseconds.
 */
export function terminalProgress(output: TextOutput, paint: Paint, nowMs: () => number): ProgressDisplay {
  let state: ProgressState | null = null
  let drawn: string[] = []
  const columns = (): number => Math.max(columnsMin, output.columns ?? columnsWhenUnknown)

  const draw = (): void => {
    if (state === null) return
    // The last column stays free: erasing the rest of a full line would take its last character.
    const lines = progressBlock(viewProgress(state, nowMs()), columns() - 1, paint)
    const body = lines.map((line) => `${line}${eraseLineEnd}\n`).join('')
    output.write(`${upLines(rowsOf(drawn, columns()))}${body}${eraseBelow}`)
    drawn = lines
  }
  const erase = (): void => {
    if (drawn.length > 0) output.write(`${upLines(rowsOf(drawn, columns()))}${eraseBelow}`)
    drawn = []
  }

  const timer = setInterval(draw, progressLimits.redrawIntervalMs)
  timer.unref()
  return {
    update(next) {
      state = next
      draw()
    },
    note(text) {
      erase()
      output.write(`${text}\n`)
      draw()
    },
    end() {
      clearInterval(timer)
      erase()
      state = null
    },
  }
}
