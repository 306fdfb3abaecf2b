/**
 * Whether a job is to rest. The lifecycle takes the signals, because it is there from the start of a job
 * to its end; its memo is what the status says, and its run is told of every change.
 */
import { type ChildWorkflowHandle, log, setHandler, upsertMemo, type Workflow } from '@temporalio/workflow'
import { pauseSignal, resumeSignal } from './pause-signals.ts'

type Run = Pick<ChildWorkflowHandle<Workflow>, 'signal'>

export class JobPause {
  #paused = false
  /** What the run knows. */
  #told = false
  #run: Run | null = null
  #isTelling = false

  constructor() {
    setHandler(pauseSignal, () => this.#set(true))
    setHandler(resumeSignal, () => this.#set(false))
  }

  /** What a run that starts now begins with. */
  begin(): boolean {
    this.#told = this.#paused
    return this.#paused
  }

  /** Passes on what has changed since the run was begun, and what changes from now on. */
  follow(run: Run): void {
    this.#run = run
    void this.#tell(run)
  }

  /** The run has ended. */
  end(): void {
    this.#run = null
  }

  #set(paused: boolean): void {
    if (paused === this.#paused) return
    this.#paused = paused
    upsertMemo({ paused })
    if (this.#run !== null) void this.#tell(this.#run)
  }

  /** One signal is under way at a time, so that the last one to arrive is the last one sent. */
  async #tell(run: Run): Promise<void> {
    if (this.#isTelling) return
    this.#isTelling = true
    try {
      while (this.#told !== this.#paused) {
        const paused = this.#paused
        await run.signal(paused ? pauseSignal : resumeSignal)
        this.#told = paused
      }
    } catch (error) {
      log.debug('the run had ended before it could be paused or resumed', { error: String(error) })
    } finally {
      this.#isTelling = false
    }
  }
}
