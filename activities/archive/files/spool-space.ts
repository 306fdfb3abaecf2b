/**
 * Accounts for the disk space of temporary archive files across the process: a hundred batches that end at once must
 * not fill the disk that all of them write to.
 */
import { metrics } from '@seine/shared/observability/metrics.ts'

/**
 * There is no room for a temporary file, by the limit of the process or on the disk; the caller can work without one.
 */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError'
}

export class SpoolSpace {
  readonly #maxBytes: number
  #used = 0

  /** @param maxBytes limit for all temporary files together, bytes. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    metrics.spoolBytes.set({ state: 'capacity' }, maxBytes)
    metrics.spoolBytes.set({ state: 'used' }, 0)
  }

  /** Reserves space for bytes that are about to be written. @throws SpoolFullError */
  take(bytes: number): void {
    if (this.#used + bytes > this.#maxBytes)
      throw new SpoolFullError(`temporary files would exceed ${this.#maxBytes} bytes`)
    this.#change(bytes)
  }

  /** Releases reserved space. */
  give(bytes: number): void {
    this.#change(-bytes)
  }

  #change(bytes: number): void {
    this.#used += bytes
    metrics.spoolBytes.set({ state: 'used' }, this.#used)
  }
}
