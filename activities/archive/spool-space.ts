/**
 * Room for the temporary files of archives, counted over the process: a hundred batches that end at once must not
 * fill the disk that all of them write to.
 */
import { metrics } from '@seine/shared/observability/metrics.ts'

/** There is no room for a temporary file, by the bound of the process or on the disk; the work needs none. */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError'
}

export class SpoolSpace {
  readonly #maxBytes: number
  #used = 0

  /** @param maxBytes of all temporary files together. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    metrics.spoolBytes.set({ state: 'capacity' }, maxBytes)
    metrics.spoolBytes.set({ state: 'used' }, 0)
  }

  /** Takes room for bytes that are about to be written. @throws SpoolFullError */
  take(bytes: number): void {
    if (this.#used + bytes > this.#maxBytes)
      throw new SpoolFullError(`temporary files would have over ${this.#maxBytes} bytes`)
    this.#change(bytes)
  }

  /** Gives room back. */
  give(bytes: number): void {
    this.#change(-bytes)
  }

  #change(bytes: number): void {
    this.#used += bytes
    metrics.spoolBytes.set({ state: 'used' }, this.#used)
  }
}
