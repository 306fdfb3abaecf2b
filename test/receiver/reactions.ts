/** Failure modes of webhook receivers. */
import { randomNumbers } from '@seine/activities/extract/testing/random-numbers.ts'
import type { ReceivedCall, Reaction } from './receiver.ts'

/** Every call fails with this status. */
export const failing =
  (status: number, headers: Record<string, string> = {}): (() => Reaction) =>
  () => ({ status, headers })

/** Every call succeeds after a delay. */
export const slow =
  (delayMs: number): (() => Reaction) =>
  () => ({ status: 200, delayMs })

/** The first calls about each event fail. */
export const failingFirst =
  (times: number, status = 500): ((call: Pick<ReceivedCall, 'nth'>) => Reaction) =>
  ({ nth }) => ({ status: nth <= times ? status : 200 })

/**
 * Calls fail pseudo-randomly, the same for the same seed: by status, by a closed connection, by no answer.
 * @param share share of calls that fail, 0 to 1. @param hangingShare share of all calls that get no answer, part of
 *   `share`.
 */
export function flaky(seed: number, share: number, hangingShare = 0): () => Reaction {
  const random = randomNumbers(seed)
  return () => {
    const drawn = random()
    if (drawn < hangingShare) return 'hang'
    if (drawn < share) return random() < 0.5 ? 'cut' : { status: 503 }
    return { status: 200 }
  }
}
