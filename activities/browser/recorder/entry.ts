/** A request while it is being recorded: the record itself and what is only needed on the way. */
import type { CDPSession, Protocol } from 'puppeteer'
import type { BodyStream } from './messages/body-stream.ts'
import type { HopExtras } from './messages/extra-info.ts'
import type { RecordedHop, RecordedRequest, TargetType } from './messages/model.ts'

/** Where events come from. */
export interface TrafficSource {
  session: CDPSession
  /** Keeps bodies across navigations; null until it is attached, or where there is none. */
  keeper: () => CDPSession | null
  targetType: TargetType
  targetId: string
}

export interface RecordedEntry {
  /** Request id of the protocol. */
  id: string
  /** Document that asked, by the request that loaded it; null when it does not say. */
  loaderId: string | null
  record: RecordedRequest
  /** The hop under way, the last of `record.hops`. */
  hop: RecordedHop
  /** Who reported the newest event. */
  source: TrafficSource
  /** By `performance.now()` of this process. */
  startedAtMs: number
  /** When the hop began and was answered, monotonic seconds. */
  hopStartedAt: number
  respondedAt: number | null
  timing: Protocol.Network.ResourceTiming | null
  extras: HopExtras
  servedFromMemory: boolean
  /** Status the page saw, where the wire had 304. */
  pageStatus: number | null
  /** Bytes of the hop so far: the head, then what chunks reported. */
  hopWireBytes: number
  stream: BodyStream | null
  ended: boolean
  /** Id of the request a preflight belongs to; null for everything else. */
  preflightOf: string | null
}

/** Resource types of the calls that the API lists. */
export const isListed = (record: RecordedRequest): boolean =>
  record.resourceType === 'document' ||
  record.resourceType === 'xhr' ||
  record.resourceType === 'fetch' ||
  record.resourceType === 'eventsource'

/** Statuses that never have a body. */
export const isNullBodyStatus = (status: number | null): boolean => status === 204 || status === 205 || status === 304
