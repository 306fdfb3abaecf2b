/** Converts timings of the protocol to the names and meanings of HAR 1.2. Pure. */
import type { Protocol } from 'puppeteer'
import type { HopTimings } from './model.ts'

const round = (ms: number): number => Math.round(ms * 1000) / 1000

const between = (start: number, end: number): number => (start < 0 || end < start ? -1 : round(end - start))

/**
 * @param timing null when the browser gave none: for caches, and for failures before a connection.
 * @param startedAt when the request began, monotonic seconds.
 * @param respondedAt when its response head arrived, monotonic seconds; null when none did.
 * @param endedAt when it was complete or failed, monotonic seconds; null while it is open.
 */
export function toHopTimings(
  timing: Protocol.Network.ResourceTiming | null,
  startedAt: number,
  respondedAt: number | null,
  endedAt: number | null,
): HopTimings {
  if (timing === null || timing.sendEnd < 0) return withoutTiming(startedAt, respondedAt, endedAt)
  const first = [timing.dnsStart, timing.connectStart, timing.sendStart].find((start) => start >= 0) ?? 0
  const queued = Math.max(0, (timing.requestTime - startedAt) * 1000)
  const headAt = timing.receiveHeadersEnd
  return {
    blocked: round(queued + first),
    dns: between(timing.dnsStart, timing.dnsEnd),
    connect: between(timing.connectStart, timing.connectEnd),
    ssl: between(timing.sslStart, timing.sslEnd),
    send: Math.max(0, between(timing.sendStart, timing.sendEnd)),
    wait: headAt < 0 ? 0 : Math.max(0, between(timing.sendEnd, headAt)),
    receive: endedAt === null || headAt < 0 ? 0 : round(Math.max(0, (endedAt - timing.requestTime) * 1000 - headAt)),
  }
}

function withoutTiming(startedAt: number, respondedAt: number | null, endedAt: number | null): HopTimings {
  const head = respondedAt ?? endedAt
  return {
    blocked: -1,
    dns: -1,
    connect: -1,
    ssl: -1,
    send: 0,
    wait: head === null ? 0 : round(Math.max(0, (head - startedAt) * 1000)),
    receive: head === null || endedAt === null ? 0 : round(Math.max(0, (endedAt - head) * 1000)),
  }
}
