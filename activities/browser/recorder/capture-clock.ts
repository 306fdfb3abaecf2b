/** Converts times of the browser's monotonic clock to offsets from the start of the capture, and to epoch times. */

const epochNow = (): number => performance.timeOrigin + performance.now()

export class CaptureClock {
  /** Epoch milliseconds. */
  startedAtMs = epochNow()
  /** Epoch milliseconds at the zero of the browser's clock; null until a request event supplies it. */
  #zeroMs: number | null = null

  /** Sets the start of the capture to now. */
  begin(): void {
    this.startedAtMs = epochNow()
  }

  /**
   * Sets the zero of the browser's clock, once.
   * @param timestamp monotonic seconds.
   * @param wallTime epoch seconds of the same instant.
   */
  learn(timestamp: number, wallTime: number): void {
    this.#zeroMs ??= (wallTime - timestamp) * 1000
  }

  /** Returns the current time in monotonic seconds; 0 before the first request event. */
  now(): number {
    return this.#zeroMs === null ? 0 : (epochNow() - this.#zeroMs) / 1000
  }

  /** Returns the epoch milliseconds of a monotonic time in seconds. */
  epochMs(timestamp: number): number {
    return this.#zeroMs === null ? epochNow() : this.#zeroMs + timestamp * 1000
  }

  /** Returns milliseconds since the start of the capture, never negative. */
  offsetMs(timestamp: number): number {
    return Math.round(Math.max(0, this.epochMs(timestamp) - this.startedAtMs) * 1000) / 1000
  }
}
