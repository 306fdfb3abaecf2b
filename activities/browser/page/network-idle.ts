/** Waits until a page's network is idle, based on the recorder's view of the traffic. */
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import { isOutOfTime, StepTimeoutError, type AttemptClock } from '../time/attempt-clock.ts'
import type { OpenRequest, TrafficView } from '../recorder/contract.ts'
import type { ResourceType } from '../recorder/messages/model.ts'

/** Types that may stay open for any time, or that no page waits for. */
const uncounted: ReadonlySet<ResourceType> = new Set(['eventsource', 'websocket', 'ping', 'media'])

const isFavicon = (url: string): boolean => /\/favicon[^/?#]*\.(?:ico|png|svg)(?:[?#]|$)/i.test(url)

/** Whether a request prevents the page from being idle. */
function counts(request: OpenRequest, traffic: Pick<TrafficView, 'timesRequested'>, nowMs: number): boolean {
  return (
    !uncounted.has(request.resourceType) &&
    nowMs - request.startedAtMs < renderLimits.idleRequestAgeMaxMs &&
    !isFavicon(request.url) &&
    traffic.timesRequested(request.url) < renderLimits.idlePollerRequests
  )
}

/** Follows the traffic of a page and determines how long it has been idle. Pure: the time is a parameter. */
export class IdleWatch {
  readonly #traffic: Pick<TrafficView, 'open' | 'timesRequested'>
  #quietSinceMs: number | null = null

  constructor(traffic: Pick<TrafficView, 'open' | 'timesRequested'>) {
    this.#traffic = traffic
  }

  /**
   * Checks the traffic. Call it after every change of the traffic, and after the time that the last call returned.
   * @param nowMs time of `performance.now()`.
   * @returns `idle`, or the milliseconds after which to check again if nothing changes before.
   */
  look(nowMs: number): 'idle' | number {
    const { idleQuietMs, idleRequestAgeMaxMs } = renderLimits
    let tooOldInMs = 0
    for (const request of this.#traffic.open()) {
      if (!counts(request, this.#traffic, nowMs)) continue
      tooOldInMs = Math.max(tooOldInMs, request.startedAtMs + idleRequestAgeMaxMs - nowMs)
    }
    if (tooOldInMs > 0) {
      this.#quietSinceMs = null
      return tooOldInMs
    }
    this.#quietSinceMs ??= nowMs
    const leftMs = this.#quietSinceMs + idleQuietMs - nowMs
    return leftMs <= 0 ? 'idle' : leftMs
  }
}

/** Resolves when the network is idle; `stop` ends the watch without resolving it. */
function idle(traffic: Parameters<typeof awaitNetworkIdle>[0], stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const watch = new IdleWatch(traffic)
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    clearTimeout(timer)
    const next = watch.look(performance.now())
    if (next === 'idle') resolve()
    else timer = setTimeout(look, Math.ceil(next))
  }
  const off = traffic.onChange(look)
  stop.addEventListener('abort', () => {
    clearTimeout(timer)
    off()
  })
  look()
  return promise
}

/**
 * Waits until no counted request has been open for `idleQuietMs`. Event streams, WebSockets, pings, media, the
 * favicon, requests that have been open for long and URLs that are polled do not count, so that an open stream or a
 * poller cannot keep a page busy for ever.
 * @returns `timed_out` after `idleCapMs`, or when the time of the attempt is over; a page that never becomes idle is
 *   no failure.
 * @throws AttemptEndedError when the attempt ends for another reason.
 */
export async function awaitNetworkIdle(
  traffic: Pick<TrafficView, 'open' | 'timesRequested' | 'onChange'>,
  clock: AttemptClock,
): Promise<'idle' | 'timed_out'> {
  const stop = new AbortController()
  try {
    await clock.step(idle(traffic, stop.signal), renderLimits.idleCapMs)
    return 'idle'
  } catch (error) {
    if (error instanceof StepTimeoutError || isOutOfTime(error)) return 'timed_out'
    throw error
  } finally {
    stop.abort()
  }
}
