/**
 * Progress of concurrent steps: one live line on a terminal; elsewhere plain lines, with a status line every few
 * seconds.
 */
import { stackLimits } from './stack-limits.ts'

/** The part of a stream that progress needs; `process.stderr` is one. */
export interface ProgressStream {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

/** A step in progress; exactly one call of `done` or `fail` ends it. */
export interface Step {
  /** @param note added to the closing line. */
  done(note?: string): void
  fail(note?: string): void
}

export interface Progress {
  /**
   * Begins a step.
   * @param title what is being made, a noun: it appears on every line of the step.
   * @param about how it is made, and how long it usually takes.
   */
  begin(title: string, about: string): Step
  /** Prints a separate line between the others. */
  note(line: string): void
}

interface RunningStep {
  title: string
  startedMs: number
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** Formats a duration for people: `0.4 s`, `42 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 9_950) return `${(milliseconds / 1_000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1_000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Formats every running step on one line that fits the terminal. */
export function liveLine(steps: readonly RunningStep[], nowMs: number, frame: number, columns: number): string {
  const parts = steps.map((step) => `${step.title} ${Math.floor((nowMs - step.startedMs) / 1_000)} s`)
  const line = `  ${frames[frame % frames.length]} ${parts.join(' · ')}`
  return line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`
}

/** Creates progress output on a stream, usually standard error. Its timers never keep the process alive. */
export function createProgress(stream: ProgressStream): Progress {
  const running = new Set<RunningStep>()
  let frame = 0
  let timer: NodeJS.Timeout | undefined
  const live = stream.isTTY === true
  const erase = live ? '\r\u001B[K' : ''

  const redraw = (): void => {
    if (live && running.size > 0)
      stream.write(erase + liveLine([...running], Date.now(), frame++, stream.columns ?? 80))
  }
  const print = (line: string): void => {
    stream.write(`${erase}${line}\n`)
    redraw()
  }
  const tick = (): void => {
    if (live) return redraw()
    for (const step of running) print(`  … ${step.title}: ${formatDuration(Date.now() - step.startedMs)} so far`)
  }
  const retime = (): void => {
    if (running.size === 0) {
      clearInterval(timer)
      timer = undefined
    } else {
      timer ??= setInterval(tick, live ? stackLimits.progressRedrawMs : stackLimits.progressLineIntervalMs).unref()
    }
  }

  return {
    note: print,
    begin(title, about) {
      const step = { title, startedMs: Date.now() }
      running.add(step)
      if (live) redraw()
      else print(`  … ${title}: ${about}`)
      retime()
      const end = (mark: string, note: string | undefined): void => {
        if (!running.delete(step)) return
        retime()
        print(
          `  ${mark} ${title} (${formatDuration(Date.now() - step.startedMs)})${note === undefined ? '' : `: ${note}`}`,
        )
      }
      return { done: (note) => end('✓', note), fail: (note) => end('✗', note) }
    },
  }
}
