/** Ways in which receivers of webhooks go wrong. */
import { randomNumbers } from '@seine/activities/extract/testing/random-numbers.ts'
import type { ReceivedCall, Reaction } from './receiver.ts'

/** Every call fails with this status. */
export const failing =
  (status: number, headers: Record<string, string> = {}): (() => Reaction) =>
  () => ({ status, headers })

/** Every call succeeds, after a while. */
export const slow =
  (delayMs: number): (() => Reaction) =>
  () => ({ status: 200, delayMs })

/** The first calls about each event fail. */
export const failingFirst =
  (times: number, status = 500): ((call: Pick<ReceivedCall, 'nth'>) => Reaction) =>
  ({ nth }) => ({ status: nth <= times ? status : 200 })

/**
 * Calls fail as if by chance, the same for the same seed: by status, by breaking off, by hanging.
 * @param share of calls that fail, 0 to 1; @param hangingShare of all calls, part of them.
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
