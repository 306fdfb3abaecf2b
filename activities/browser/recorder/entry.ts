/** A request while it is being recorded: its record, and data that is needed only meanwhile. */
import type { CDPSession, Protocol } from 'puppeteer'
import type { BodyStream } from './messages/body-stream.ts'
import type { HopExtras } from './messages/extra-info.ts'
import type { RecordedHop, RecordedRequest, TargetType } from './messages/model.ts'

/** The target and session that report events. */
export interface TrafficSource {
  session: CDPSession
  /** Returns the session that keeps bodies across navigations; null until it is attached, or if none exists. */
  keeper: () => CDPSession | null
  targetType: TargetType
  targetId: string
}

export interface RecordedEntry {
  /** Request id of the protocol. */
  id: string
  /** Document that made the request, as the id of the request that loaded it; null when not reported. */
  loaderId: string | null
  record: RecordedRequest
  /** The current hop, the last of `record.hops`. */
  hop: RecordedHop
  /** Source of the newest event. */
  source: TrafficSource
  /** A value of `performance.now()` of this process. */
  startedAtMs: number
  /** When the hop began, in monotonic seconds; `respondedAt` is when it was answered, null before. */
  hopStartedAt: number
  respondedAt: number | null
  timing: Protocol.Network.ResourceTiming | null
  extras: HopExtras
  servedFromMemory: boolean
  /** Status that the page saw when the status on the wire was 304; otherwise the same status. */
  pageStatus: number | null
  /** Bytes of the hop so far: the head, then what data events report. */
  hopWireBytes: number
  stream: BodyStream | null
  ended: boolean
  /** Id of the request that a preflight belongs to; null for all other requests. */
  preflightOf: string | null
}

/** Whether the request is of a type that the API lists as a call. */
export const isListed = (record: RecordedRequest): boolean =>
  record.resourceType === 'document' ||
  record.resourceType === 'xhr' ||
  record.resourceType === 'fetch' ||
  record.resourceType === 'eventsource'

/** Whether a status never has a body. */
export const isNullBodyStatus = (status: number | null): boolean => status === 204 || status === 205 || status === 304
