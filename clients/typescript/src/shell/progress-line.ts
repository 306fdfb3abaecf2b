/** Progress of a job on a terminal: one line that is drawn again. Elsewhere nothing is written. */
import { oneLine, type ShellOutput } from './shell-ports.ts'

/** What of a status is shown. */
export interface ShownStatus {
  status: string
  completed: number
  failed: number
  pending: number
  currentUrl: string | null
}

const eraseLine = '\r\u001b[2K'

/** Draws the progress of a job. */
export class ProgressLine {
  readonly #output: ShellOutput
  readonly #live: boolean
  #drawn = false

  /** @param quiet draws nothing. */
  constructor(output: ShellOutput, environment: Readonly<Record<string, string | undefined>>, quiet: boolean) {
    this.#output = output
    this.#live = !quiet && output.isTTY === true && environment['TERM'] !== 'dumb'
  }

  /** Draws a newer status. */
  show({ status, completed, failed, pending, currentUrl }: ShownStatus): void {
    if (!this.#live) return
    const figures = `${status}  ${completed} done  ${failed} failed  ${pending} waiting`
    const columns = this.#output.columns ?? 80
    const text = currentUrl === null ? figures : `${figures}  ${oneLine(currentUrl)}`
    this.#output.write(`${eraseLine}${text.slice(0, columns - 1)}`)
    this.#drawn = true
  }

  /** Removes the line, so that something else can be written. */
  clear(): void {
    if (!this.#drawn) return
    this.#output.write(eraseLine)
    this.#drawn = false
  }
}
