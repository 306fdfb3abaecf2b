/** Keeps the details of heartbeats small: each is stored by Temporal and read again by the next attempt. */
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { payloadBytes } from '@seine/shared/temporal/payload-size.ts'
import type { SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'

/**
 * Returns a function that sends heartbeats with at most `temporalLimits.heartbeatDetailsMaxBytes` of details: without
 * the current URL when they would be longer, and when they still are, with the last details that were not. Those are
 * true as well, but older: the next attempt would load the pages again that have ended since.
 * @param previous details of the attempt before; null: none. A heartbeat without details repeats the last ones.
 */
export function boundedBeats(
  send: (details: SliceHeartbeat | null) => void,
  previous: SliceHeartbeat | null,
  maxBytes: number = temporalLimits.heartbeatDetailsMaxBytes,
): (details: SliceHeartbeat | null) => void {
  let last = previous
  return (details) => {
    const shapes = details === null ? [] : [details, { ...details, currentUrl: null }]
    last = shapes.find((shape) => payloadBytes(shape) <= maxBytes) ?? last
    send(last)
  }
}
