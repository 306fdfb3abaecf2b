/** How much all bodies of the process take in before its event loop turns: large ones hold up nobody else. */
import { egressLimits } from '../config/limits.ts'

let bytesOfTurn = 0

/**
 * Counts bytes that have come.
 * @returns whether enough has come in this turn of the event loop: what is left is for the next.
 */
export function isTurnFull(bytes: number): boolean {
  if (bytesOfTurn === 0) setImmediate(() => (bytesOfTurn = 0))
  bytesOfTurn += bytes
  return bytesOfTurn > egressLimits.bodyTurnBytes
}
