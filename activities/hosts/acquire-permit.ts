/** Waits for a permit for a host, for users that can wait: a call, a capture, a file that discovery needs. */
import type { ReturnableSlot } from '@seine/shared/pages/host-seats.ts'
import type { HostSeats, HostPermit, HostUser } from '@seine/shared/pages/host-seats.ts'

/** No turn became free in time; the message names the host and is meant for callers. */
export class HostUnavailableError extends Error {
  override readonly name = 'HostUnavailableError'
  /** Remaining pause that the host has asked for, milliseconds; null when other users had the permits. */
  readonly pauseMs: number | null

  constructor(message: string, pauseMs: number | null) {
    super(message)
    this.pauseMs = pauseMs
  }
}

/** How long to wait for a permit. */
export interface PermitWait {
  /** Milliseconds; fails at once when the pause of the host is longer. Infinity: until the signal is aborted. */
  waitMs: number
  signal: AbortSignal
  /** Slot that is held when the permit begins, but given back while waiting. @default null */
  slot?: ReturnableSlot | null
}

/**
 * Waits for a permit for a host.
 * @param host host name with its port, as in URLs.
 * @throws HostUnavailableError when no permit becomes free in time; NoSlotError when the slot cannot be taken again;
 * the reason of the signal.
 */
export async function acquirePermit(
  seats: HostSeats,
  host: string,
  user: HostUser,
  { waitMs, signal, slot = null }: PermitWait,
): Promise<HostPermit> {
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
      : setTimeout(() => giveUp(unavailable(host, seat.pauseLeftMs(), waitMs)), Math.max(0, waitMs))
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    for (;;) {
      const permit = seat.tryStart()
      if (permit !== null) return permit
      if (seat.pauseLeftMs() > endsAtMs - performance.now()) throw unavailable(host, seat.pauseLeftMs(), waitMs)
      slot?.giveBack()
      await Promise.race([chance.promise, givenUp.promise])
      chance = Promise.withResolvers()
      // Other users that hold a slot may start meanwhile; this seat keeps its place in the order.
      if (slot?.isGivenBack === true) seat.withdraw()
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

function unavailable(host: string, pauseMs: number, waitMs: number): HostUnavailableError {
  return pauseMs > 0
    ? new HostUnavailableError(`${host} has asked for a pause, which lasts ${secs(pauseMs)} more`, pauseMs)
    : new HostUnavailableError(
        `other requests use the whole request rate allowed for ${host}: no turn within ${secs(waitMs)}`,
        null,
      )
}
