/** Starts browsers, with a pause that grows with every failure in a row. */
import { setTimeout as sleep } from 'node:timers/promises'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import type { BrowserProcess } from './browser-process.ts'
import { relaunchPauseMs } from './replacement.ts'

export interface PacedLauncherOptions {
  launch: () => Promise<BrowserProcess>
  /** Ends all launches; its abort reason is then thrown. */
  closing: AbortSignal
  /** Called for every failure. */
  onFailure: (reason: string, failuresInARow: number) => void
  /** Pause after this many failures in a row, milliseconds. @default relaunchPauseMs */
  pauseMs?: ((failuresInARow: number) => number) | undefined
}

export class PacedLauncher {
  readonly #options: PacedLauncherOptions
  #failuresInARow = 0
  #notBeforeMs = 0
  #lastFailure = ''

  constructor(options: PacedLauncherOptions) {
    this.#options = options
  }

  /**
   * Starts a browser when the pause is over.
   * @throws the errors of `launch`; the abort reason of `closing`.
   */
  async launch(): Promise<BrowserProcess> {
    const { closing, launch } = this.#options
    const pauseMs = this.#notBeforeMs - performance.now()
    if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: closing }).catch(() => {})
    closing.throwIfAborted()
    try {
      return await launch()
    } catch (error) {
      this.failed((error as Error).message)
      throw error
    }
  }

  /** Reports that a browser did not start, or ended before it did anything. */
  failed(reason: string): void {
    this.#failuresInARow += 1
    this.#lastFailure = reason
    const pauseMs = (this.#options.pauseMs ?? relaunchPauseMs)(this.#failuresInARow)
    this.#notBeforeMs = performance.now() + pauseMs
    this.#options.onFailure(reason, this.#failuresInARow)
  }

  /** Reports that a browser was usable: the count of failures starts again. */
  worked(): void {
    this.#failuresInARow = 0
  }

  /** Returns why waiting for the next launch is pointless; null when it is not. */
  whyNotWait(): string | null {
    return this.#notBeforeMs - performance.now() > poolLimits.relaunchWaitMaxMs ? this.#lastFailure : null
  }
}
