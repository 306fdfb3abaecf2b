/** A turn for whoever can wait for it: a call, a capture, a file that discovery needs. */
import type { LentSlot } from '@seine/shared/pages/host-seats.ts'
import type { HostSeats, HostTurn, HostUser } from '@seine/shared/pages/host-seats.ts'

/** No turn came in time; the message names the host and is for callers. */
export class HostUnavailableError extends Error {
  override readonly name = 'HostUnavailableError'
  /** How long the host has still asked to be left alone, milliseconds; null when others had the turns. */
  readonly restMs: number | null

  constructor(message: string, restMs: number | null) {
    super(message)
    this.restMs = restMs
  }
}

/** How long somebody waits for a turn. */
export interface TurnWait {
  /** Milliseconds; a rest of the host that lasts longer is not waited for. Infinity = until the signal. */
  waitMs: number
  signal: AbortSignal
  /** Held when the turn begins, not while it is waited for. @default null */
  slot?: LentSlot | null
}

/**
 * Waits for a turn at a host.
 * @param host host name with its port, as in URLs.
 * @throws HostUnavailableError; NoSlotError when the slot cannot be had again; the reason of the signal.
 */
export async function takeTurn(
  seats: HostSeats,
  host: string,
  user: HostUser,
  { waitMs, signal, slot = null }: TurnWait,
): Promise<HostTurn> {
  signal.throwIfAborted()
  let chance = Promise.withResolvers<void>()
  const seat = seats.join(host, user, () => chance.resolve())
  const end = new AbortController()
  const endsAtMs = performance.now() + waitMs
  const givenUp = Promise.withResolvers<never>()
  givenUp.promise.catch(() => undefined)
  const giveUp = (reason: Error): void => {
    givenUp.reject(reason)
    end.abort(reason)
  }
  const onAbort = (): void => giveUp(signal.reason as Error)
  const timer =
    waitMs === Infinity
      ? undefined
      : setTimeout(() => giveUp(unavailable(host, seat.restMs(), waitMs)), Math.max(0, waitMs))
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    for (;;) {
      const turn = seat.tryStart()
      if (turn !== null) return turn
      if (seat.restMs() > endsAtMs - performance.now()) throw unavailable(host, seat.restMs(), waitMs)
      slot?.giveBack()
      await Promise.race([chance.promise, givenUp.promise])
      chance = Promise.withResolvers()
      // Whoever has a slot starts meanwhile; the seat keeps its place among those that wait.
      if (slot?.isLent === true) seat.withdraw()
      await slot?.takeAgain(endsAtMs - performance.now(), end.signal)
      end.signal.throwIfAborted()
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    seat.leave()
  }
}

const secs = (ms: number): string => `${Math.ceil(ms / 1_000)} s`

function unavailable(host: string, restMs: number, waitMs: number): HostUnavailableError {
  return restMs > 0
    ? new HostUnavailableError(`${host} has asked to be left alone for ${secs(restMs)} more`, restMs)
    : new HostUnavailableError(
        `${host} is asked by others as often as it may be: no turn came within ${secs(waitMs)}`,
        null,
      )
}
