/** Joins pieces of bytes that are too many for one turn of the event loop. */
import { LoopTurn } from './loop-turn.ts'

/** Returns the pieces as one. @param turnMs how long the copying may run before other work gets a turn, milliseconds. */
export async function joinBytes(pieces: readonly Uint8Array[], turnMs: number): Promise<Buffer> {
  // Memory of its own: the pages of a large block are touched as they are filled, not all at once.
  const joined = Buffer.allocUnsafeSlow(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0))
  const turn = new LoopTurn(turnMs)
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.byteLength
    if (turn.isOver) await turn.next()
  }
  return joined
}
