/**
 * The body of a response that is read while it arrives. The browser's reply to the command to stream contains what
 * arrived before; events contain the rest, and may be handled before that reply.
 */
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { RecordingBudget } from './recording-budget.ts'

export class BodyStream {
  /** The kept bytes are at the beginning of a buffer that grows, because a stream may arrive byte by byte. */
  #buffer = Buffer.alloc(0)
  readonly #maxBytes: number
  readonly #budget: RecordingBudget
  /** Called with every piece, in order. */
  readonly #onPiece: (piece: Buffer, timestamp: number) => void
  /** Pieces that arrive before the reply to the command; null after it. */
  #early: { piece: Buffer; timestamp: number }[] | null = []
  #earlyBytes = 0
  #kept = 0
  /** Bytes received, including those that were not kept. */
  bytes = 0
  overBudget = false

  constructor(maxBytes: number, budget: RecordingBudget, onPiece: (piece: Buffer, timestamp: number) => void) {
    this.#maxBytes = maxBytes
    this.#budget = budget
    this.#onPiece = onPiece
  }

  /**
   * Adds what arrived before streaming began.
   * @param timestamp monotonic seconds.
   */
  open(buffered: Buffer, timestamp: number): void {
    const early = this.#early ?? []
    this.#early = null
    if (buffered.length > 0) this.#take(buffered, timestamp)
    for (const item of early) this.#take(item.piece, item.timestamp)
  }

  /** @param timestamp monotonic seconds. */
  push(piece: Buffer, timestamp: number): void {
    if (this.#early === null) {
      this.#take(piece, timestamp)
      return
    }
    this.#earlyBytes += piece.length
    if (this.#earlyBytes <= captureLimits.browserResourceMaxBytes) {
      this.#early.push({ piece, timestamp })
    } else {
      this.bytes += piece.length
      this.overBudget = true
    }
  }

  /** False until the reply to the command has arrived. */
  get isOpen(): boolean {
    return this.#early === null
  }

  /** Returns the part of the body that was kept. */
  content(): Buffer {
    return this.#buffer.subarray(0, this.#kept)
  }

  #take(piece: Buffer, timestamp: number): void {
    this.bytes += piece.length
    this.#onPiece(piece, timestamp)
    // One byte more than the limit distinguishes a body of exactly that size from one that was cut.
    const room = this.#maxBytes + 1 - this.#kept
    if (room <= 0 || this.overBudget) return
    const part = piece.length > room ? piece.subarray(0, room) : piece
    if (!this.#budget.take(part.length)) {
      this.overBudget = true
      return
    }
    const end = this.#kept + part.length
    if (end > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.min(Math.max(end, this.#buffer.length * 2), this.#maxBytes + 1))
      this.#buffer.copy(grown, 0, 0, this.#kept)
      this.#buffer = grown
    }
    part.copy(this.#buffer, this.#kept)
    this.#kept = end
  }
}
