/** Times of the browser's monotonic clock → offsets from the start of the capture, and epoch times. */

const epochNow = (): number => performance.timeOrigin + performance.now()

export class CaptureClock {
  /** Epoch milliseconds. */
  startedAtMs = epochNow()
  /** Epoch milliseconds at the zero of the browser's clock; null until a request told. */
  #zeroMs: number | null = null

  begin(): void {
    this.startedAtMs = epochNow()
  }

  /** @param timestamp monotonic seconds. @param wallTime epoch seconds of the same instant. */
  learn(timestamp: number, wallTime: number): void {
    this.#zeroMs ??= (wallTime - timestamp) * 1000
  }

  /** This moment in monotonic seconds; 0 before any request told. */
  now(): number {
    return this.#zeroMs === null ? 0 : (epochNow() - this.#zeroMs) / 1000
  }

  /** Epoch milliseconds of a monotonic time in seconds. */
  epochMs(timestamp: number): number {
    return this.#zeroMs === null ? epochNow() : this.#zeroMs + timestamp * 1000
  }

  /** Milliseconds since the start of the capture, never negative. */
  offsetMs(timestamp: number): number {
    return Math.round(Math.max(0, this.epochMs(timestamp) - this.startedAtMs) * 1000) / 1000
  }
}
