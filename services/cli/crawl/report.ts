/** Writes all output of the command in the requested form: live, plain or one event per line. */
import type { ProgressDisplay } from './progress/progress-display.ts'
import { ndjsonEvents, ndjsonProgress, type EventWriter } from './progress/progress-ndjson.ts'
import { plainProgress } from './progress/progress-plain.ts'
import { advanceProgress, beginProgress, cancelProgress, type ProgressState } from './progress/progress-state.ts'
import { terminalProgress } from './progress/progress-terminal.ts'
import type { JobStatus } from './progress/job-status.ts'
import { summaryLines, type CrawlOutcome } from './summary.ts'
import {
  isLiveTerminal,
  paintFor,
  printable,
  type Paint,
  type TerminalEnvironment,
  type TextOutput,
} from './progress/terminal-text.ts'

/** The output streams and their form. */
export interface ReportOptions {
  json: boolean
  stdout: TextOutput
  stderr: TextOutput
  environment: TerminalEnvironment
}

const steadyMs = (): number => performance.now()

/** Reports the course of a crawl to the configured outputs. */
export class Report {
  readonly #json: boolean
  readonly #text: TextOutput
  readonly #errors: TextOutput
  readonly #environment: TerminalEnvironment
  readonly #event: EventWriter
  readonly #paint: Paint
  #display: ProgressDisplay | null = null
  #state: ProgressState | null = null
  #jobId: string | null = null
  #jobEnded = false

  constructor({ json, stdout, stderr, environment }: ReportOptions) {
    this.#json = json
    this.#text = json ? stderr : stdout
    this.#errors = stderr
    this.#environment = environment
    this.#event = json ? ndjsonEvents(stdout) : () => undefined
    this.#paint = paintFor(this.#text, environment)
  }

  /** Id of the started job; null before the start. */
  get jobId(): string | null {
    return this.#jobId
  }

  /** True once a status has shown that the job has ended. */
  get jobEnded(): boolean {
    return this.#jobEnded
  }

  /** Reports that the job has started; begins the progress. */
  started(id: string, url: string): void {
    this.#jobId = id
    this.#event('started', { id, url })
    this.#state = beginProgress(url, steadyMs())
    this.#display = this.#openDisplay()
    if (!isLiveTerminal(this.#text, this.#environment)) this.note(`Crawling ${printable(url)} as ${id}`)
    this.#display.update(this.#state)
  }

  #openDisplay(): ProgressDisplay {
    if (this.#json) return ndjsonProgress(this.#event, this.#text, steadyMs)
    if (isLiveTerminal(this.#text, this.#environment)) return terminalProgress(this.#text, this.#paint, steadyMs)
    return plainProgress(this.#text, steadyMs)
  }

  /** Reports a newer status of the job. */
  progress(status: JobStatus): void {
    if (status.status !== 'crawling') this.#jobEnded = true
    if (this.#state === null) return
    this.#state = advanceProgress(this.#state, status, steadyMs())
    this.#display?.update(this.#state)
  }

  /** Prints a message without disturbing the progress. */
  note(text: string): void {
    if (this.#display === null) this.#text.write(`${text}\n`)
    else this.#display.note(text)
  }

  /** Reports the first Ctrl-C. */
  interrupted(): void {
    const again = 'Ctrl-C again exits at once'
    if (this.#state === null) this.note(this.#paint('yellow', `Stopping; ${again}`))
    else if (this.#display === null)
      this.note(this.#paint('yellow', `The crawl is over, saving what it found; ${again}`))
    else {
      this.#state = cancelProgress(this.#state)
      this.note(this.#paint('yellow', `Cancelling the crawl, then saving what it found; ${again}`))
      this.#display.update(this.#state)
    }
  }

  /** Ends the progress; does nothing if none exists. */
  endProgress(): void {
    this.#display?.end()
    this.#display = null
  }

  /** Prints an error, always on standard error. */
  error(text: string): void {
    this.endProgress()
    this.#errors.write(`${text}\n`)
  }

  /** Prints the full result of the crawl. */
  summary(outcome: CrawlOutcome): void {
    this.endProgress()
    const { saved } = outcome
    if (saved !== null) {
      const { directory, files, archives, damage } = saved
      this.#event('saved', { dir: directory, files, archives, damage })
    }
    this.#text.write(`\n${summaryLines(outcome, this.#paint).join('\n')}\n`)
  }

  /** Writes the last event. */
  finish(fields: Record<string, unknown>, exitCode: number): void {
    this.#event('end', { ...fields, id: this.#jobId, exitCode })
  }
}
