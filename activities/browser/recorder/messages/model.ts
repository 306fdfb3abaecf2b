/**
 * What the recorder knows about the traffic of one browser context, raw and complete: every request, static assets
 * included. Pure functions derive the API's call list, the counters and HAR from it.
 */
import type { HeaderMap } from '@seine/shared/pages/headers.ts'
import type { requestTypes } from '@seine/shared/api/schemas/attempt-schema.ts'

/** In the spelling of the API. */
export type ResourceType = (typeof requestTypes)[number]

export type TargetType = 'page' | 'popup' | 'iframe' | 'worker' | 'shared_worker' | 'service_worker'

/** Why a body is missing. */
export type OmittedReason =
  | 'no_content'
  | 'redirect'
  | 'not_available'
  | 'evicted'
  | 'too_large'
  | 'budget_exceeded'
  | 'navigated_away'
  | 'canceled'

/** A body that was kept, completely or its beginning. */
export interface KeptBody {
  kind: 'kept'
  text: string
  encoding: 'utf8' | 'base64'
  /** Full decoded size, as far as it is known. */
  bytes: number
  truncated: boolean
}

export interface OmittedBody {
  kind: 'omitted'
  reason: OmittedReason
  /** Full decoded size; null: not known. */
  bytes: number | null
}

export type RecordedBody = KeptBody | OmittedBody

/** Named as in HAR 1.2; milliseconds; -1 = not applicable. */
export interface HopTimings {
  blocked: number
  dns: number
  connect: number
  ssl: number
  send: number
  wait: number
  receive: number
}

export interface RecordedResponse {
  status: number
  statusText: string
  headers: HeaderMap
  mimeType: string | null
  charset: string | null
  /** As the browser names it: `http/1.1`, `h2`. */
  httpVersion: string | null
  serverIp: string | null
  serverPort: number | null
  fromCache: 'none' | 'memory' | 'disk' | 'prefetch'
  fromServiceWorker: boolean
  /** `network`, `cache-storage`, `http-cache`, `fallback-code`; null when no service worker answered. */
  serviceWorkerSource: string | null
  /** Bytes of the response head on the wire; null when it was not seen. */
  headersBytes: number | null
  security: {
    protocol: string
    issuer: string
    subjectName: string
    /** Seconds since the epoch. */
    validFrom: number
    validTo: number
  } | null
}

/** One request on the wire and its response. A redirect chain has one for each hop. */
export interface RecordedHop {
  url: string
  method: string
  /** Epoch milliseconds. */
  startedAtMs: number
  /** Milliseconds from the start of the capture, by the browser's monotonic clock. */
  offsetMs: number
  /** Milliseconds until the response of the hop was complete or failed; null while it is open. */
  timeMs: number | null
  timings: HopTimings
  requestHeaders: HeaderMap
  /** Null when there was no response. */
  response: RecordedResponse | null
}

export interface RequestFailure {
  /** Such as `net::ERR_FAILED`; empty when the browser gave none. */
  errorText: string
  canceled: boolean
  blockedReason: string | null
  corsError: string | null
  corsParameter: string | null
}

export interface RecordedFrame {
  direction: 'sent' | 'received'
  opcode: number
  payload: string
  payloadEncoding: 'utf8' | 'base64'
  payloadBytes: number
  truncated: boolean
  offsetMs: number
}

export interface RecordedSocket {
  frames: RecordedFrame[]
  framesSent: number
  framesReceived: number
  bytesSent: number
  bytesReceived: number
  framesOmitted: number
  closeCode: number | null
  error: string | null
}

export interface RecordedEvent {
  event: string
  id: string
  data: string
  offsetMs: number
  truncated: boolean
}

export interface RecordedRequest {
  /** Unique in the recording; `initiator.key` refers to it. */
  key: string
  resourceType: ResourceType
  targetType: TargetType
  frameId: string | null
  frameUrl: string | null
  isMainFrame: boolean
  isNavigation: boolean
  initiator: { type: string; url: string | null; line: number | null; column: number | null; key: string | null }
  /** At least one; the last is the final one. */
  hops: RecordedHop[]
  /** Null when the request has no body. */
  requestBody: RecordedBody | null
  responseBody: RecordedBody
  state: 'finished' | 'failed' | 'canceled' | 'pending'
  /** Null unless `failed` or `canceled`. */
  failure: RequestFailure | null
  /** The OPTIONS exchange before a cross-origin request; it is not listed as a separate request. */
  preflight: RecordedHop | null
  /** Bytes of all responses of the chain on the wire, heads included; 0 when a cache or a service worker answered. */
  wireBytes: number
  /** Decoded bytes of the final body; while it is open, those received so far. */
  decodedBytes: number
  /** Bytes of request heads and bodies, as far as they are known. */
  sentBytes: number
  socket: RecordedSocket | null
  /** Events of an EventSource, or of an event stream read by fetch; null for all other requests. */
  events: RecordedEvent[] | null
  /** Number of events, including those not kept. */
  eventsTotal: number
}

/** A document that was loaded in the main frame. */
export interface RecordedPage {
  url: string
  title: string | null
  startedAtMs: number
  /** Milliseconds after `startedAtMs`; null when the event did not happen. */
  contentLoadedMs: number | null
  loadedMs: number | null
}

/** The recording of one context, with requests in the order in which they began. */
export interface Recording {
  /** Epoch milliseconds at which navigation began. */
  startedAtMs: number
  requests: RecordedRequest[]
  /** Requests beyond `captureLimits.requestsKeptMax`, which were only counted. */
  requestsDropped: number
  /** Requests that no event reported, such as those sent while a page is being left; only the proxy has seen them. */
  requestsUnseen: number
  pages: RecordedPage[]
}
