/** Creates empty records, which events fill in. Pure. */
import type { Protocol } from 'puppeteer'
import type { CaptureClock } from './capture-clock.ts'
import type { RecordedEntry } from './entry.ts'
import type { RecordedHop, RecordedRequest, ResourceType, TargetType } from './messages/model.ts'

/** @param timestamp when the hop began, monotonic seconds. */
export const newHop = (url: string, method: string, timestamp: number, clock: CaptureClock): RecordedHop => ({
  url,
  method,
  startedAtMs: Math.round(clock.epochMs(timestamp) * 1000) / 1000,
  offsetMs: clock.offsetMs(timestamp),
  timeMs: null,
  timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 0, receive: 0 },
  requestHeaders: {},
  response: null,
})

/** Returns the record of a request that has just begun. @param key identifies it in the recording. */
export const newRecord = (
  key: string,
  resourceType: ResourceType,
  targetType: TargetType,
  hop: RecordedHop,
): RecordedRequest => ({
  key,
  resourceType,
  targetType,
  frameId: null,
  frameUrl: null,
  isMainFrame: false,
  isNavigation: false,
  initiator: { type: 'other', url: null, line: null, column: null, key: null },
  hops: [hop],
  requestBody: null,
  responseBody: { kind: 'omitted', reason: 'not_available', bytes: null },
  state: 'pending',
  failure: null,
  preflight: null,
  wireBytes: 0,
  decodedBytes: 0,
  sentBytes: 0,
  socket: null,
  events: resourceType === 'eventsource' ? [] : null,
  eventsTotal: 0,
})

/** Returns the initiator of a request. Lines and columns count from 1, as in editors; the protocol counts from 0. */
export function initiatorOf(
  initiator: Protocol.Network.Initiator | undefined,
  entries: ReadonlyMap<string, RecordedEntry>,
): RecordedRequest['initiator'] {
  if (initiator === undefined) return { type: 'other', url: null, line: null, column: null, key: null }
  const frame = initiator.stack?.callFrames[0] ?? initiator.stack?.parent?.callFrames[0]
  const line = initiator.lineNumber ?? frame?.lineNumber
  const column = initiator.columnNumber ?? frame?.columnNumber
  return {
    type: initiator.type,
    url: initiator.url ?? frame?.url ?? null,
    line: line === undefined ? null : line + 1,
    column: column === undefined ? null : column + 1,
    key: initiator.requestId === undefined ? null : (entries.get(initiator.requestId)?.record.key ?? null),
  }
}
