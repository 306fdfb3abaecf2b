/**
 * Pause state of a job. The lifecycle receives the signals, because it exists from the start of a job to its end. Its
 * memo holds the requested state and the counters of that moment for the status, and every change is passed on to its
 * run.
 */
import { log, setHandler, upsertMemo } from '@temporalio/workflow'
import type { ReportedCounters } from '@seine/shared/temporal/shapes.ts'
import { pauseSignal, resumeSignal } from './pause-signals.ts'

/** Sends a request to the run of the job. */
export type SendToRun = (paused: boolean) => Promise<void>

export class JobPause {
  #paused = false
  /** The state that was last sent to the run. */
  #sent = false
  #run: SendToRun | null = null
  #isSending = false

  constructor() {
    setHandler(pauseSignal, (reported) => this.#set(true, reported))
    setHandler(resumeSignal, () => this.#set(false))
  }

  /** Returns the initial state for a run that starts now. */
  begin(): boolean {
    this.#sent = this.#paused
    return this.#paused
  }

  /** Passes on changes since the start of the run, and all later changes. */
  follow(run: SendToRun): void {
    this.#run = run
    void this.#send(run)
  }

  /** The run has ended. */
  end(): void {
    this.#run = null
  }

  #set(paused: boolean, reported?: ReportedCounters): void {
    if (paused === this.#paused) return
    this.#paused = paused
    upsertMemo({ paused, ...(reported === undefined ? {} : { reported }) })
    if (this.#run !== null) void this.#send(this.#run)
  }

  /** Only one signal is in transit at a time, so that the last one to arrive is the last one sent. */
  async #send(run: SendToRun): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    try {
      while (this.#sent !== this.#paused) {
        const paused = this.#paused
        await run(paused)
        this.#sent = paused
      }
    } catch (error) {
      log.debug('the run ended before it could be paused or resumed', { error: String(error) })
    } finally {
      this.#isSending = false
    }
  }
}
