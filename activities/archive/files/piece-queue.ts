/** A queue of one piece between the writer and the reader of an archive. */
import { releaseBytes } from '@seine/shared/values/release-bytes.ts'

/** Hands pieces from a writer to a reader, one at a time: the writer waits until the reader has taken each piece. */
export class PieceQueue implements AsyncIterable<Uint8Array> {
  #piece: Uint8Array | null = null
  /** Whether the memory of the piece is freed when the reader asks for the next one. */
  #isOwned = false
  #isOver = false
  #failure: { error: unknown } | null = null
  #taken: PromiseWithResolvers<void> | null = null
  #given: PromiseWithResolvers<void> | null = null

  /**
   * Hands over a piece.
   * @param isOwned true when nothing else uses its memory: it is freed when the reader requests the next piece.
   * @throws the error of `fail`.
   */
  async push(piece: Uint8Array, isOwned = false): Promise<void> {
    while (this.#piece !== null && this.#failure === null) await (this.#taken ??= Promise.withResolvers()).promise
    if (this.#failure !== null) throw this.#failure.error
    this.#piece = piece
    this.#isOwned = isOwned
    this.#given?.resolve()
    this.#given = null
  }

  /** Ends the sequence after the last piece. */
  end(): void {
    this.#isOver = true
    this.#given?.resolve()
    this.#given = null
  }

  /** Ends the sequence with an error, for both sides. */
  fail(error: unknown): void {
    this.#failure ??= { error }
    this.#given?.resolve()
    this.#taken?.resolve()
    this.#given = this.#taken = null
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      if (this.#failure !== null) throw this.#failure.error
      const piece = this.#piece
      if (piece !== null) {
        const isOwned = this.#isOwned
        this.#piece = null
        this.#taken?.resolve()
        this.#taken = null
        yield piece
        if (isOwned) releaseBytes(piece)
      } else if (this.#isOver) return
      else await (this.#given ??= Promise.withResolvers()).promise
    }
  }
}
