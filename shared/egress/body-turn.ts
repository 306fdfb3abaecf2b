/**
 * Limits the bytes that all bodies of the process receive per turn of the event loop, so that large bodies do not
 * delay other work.
 */
import { egressLimits } from '../config/limits.ts'

let bytesOfTurn = 0

/**
 * Counts received bytes.
 * @returns true when the limit of this turn of the event loop is exceeded, and the rest must wait for the next turn.
 */
export function isTurnFull(bytes: number): boolean {
  if (bytesOfTurn === 0) setImmediate(() => (bytesOfTurn = 0))
  bytesOfTurn += bytes
  return bytesOfTurn > egressLimits.bodyTurnBytes
}
