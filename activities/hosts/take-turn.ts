/** Waits for a turn at a host, for users that can wait: a call, a capture, a file that discovery needs. */
import type { LentSlot } from '@seine/shared/pages/host-seats.ts'
import type { HostSeats, HostTurn, HostUser } from '@seine/shared/pages/host-seats.ts'

/** No turn became free in time; the message names the host and is meant for callers. */
export class HostUnavailableError extends Error {
  override readonly name = 'HostUnavailableError'
  /** Remaining rest that the host has asked for, milliseconds; null when other users had the turns. */
  readonly restMs: number | null

  constructor(message: string, restMs: number | null) {
    super(message)
    this.restMs = restMs
  }
}

/** How long to wait for a turn. */
export interface TurnWait {
  /** Milliseconds; fails at once when the host rests for longer. Infinity: until the signal is aborted. */
  waitMs: number
  signal: AbortSignal
  /** Slot that is held when the turn begins, but given back while waiting. @default null */
  slot?: LentSlot | null
}

/**
 * Waits for a turn at a host.
 * @param host host name with its port, as in URLs.
 * @throws HostUnavailableError when no turn becomes free in time; NoSlotError when the slot cannot be taken again; the
 * reason of the signal.
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
      // Other users that hold a slot may start meanwhile; this seat keeps its place in the order.
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
