/** A turn for whoever can wait for it: a call, a capture, a file that discovery needs. */
import type { HostSeats, HostTurn, HostUser } from './contract.ts'

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
}

/**
 * Waits for a turn at a host.
 * @param host host name with its port, as in URLs.
 * @throws HostUnavailableError; the reason of the signal.
 */
export async function takeTurn(
  seats: HostSeats,
  host: string,
  user: HostUser,
  { waitMs, signal }: TurnWait,
): Promise<HostTurn> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<HostTurn>()
  const seat = seats.join(host, user, () => tryStart())
  function tryStart(): void {
    const turn = seat.tryStart()
    if (turn !== null) resolve(turn)
    else if (seat.restMs() > waitMs) reject(unavailable(host, seat.restMs(), waitMs))
  }
  const onAbort = (): void => reject(signal.reason as Error)
  const timer =
    waitMs === Infinity
      ? undefined
      : setTimeout(() => reject(unavailable(host, seat.restMs(), waitMs)), Math.max(0, waitMs))
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    tryStart()
    return await promise
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
