/** One call of a capture as the console shows it, whatever file or answer it was read from. */

export interface CallHeader {
  name: string
  value: string
}

/** Parts of the time of a call, milliseconds; 0 where a part does not apply. */
export interface CallPhases {
  blocked: number
  dns: number
  /** Without `tls`. */
  connect: number
  tls: number
  send: number
  wait: number
  receive: number
}

export interface CallBody {
  /** Null for a call without a body, and when the body is missing. */
  text: string | null
  isBase64: boolean
  mimeType: string
  /** Of the whole body; null: not known. */
  bytes: number | null
  isTruncated: boolean
  /** Why the body is missing; null when it is present. */
  missing: string | null
}

/** A frame of a WebSocket, or an event of an event stream. */
export interface CallFrame {
  isSent: boolean
  /** From the start of the capture; null: not known. */
  atMs: number | null
  text: string
  isBase64: boolean
  /** Of the whole payload. */
  bytes: number
  isTruncated: boolean
  /** Type and id of an event; null: a frame of a socket. */
  event: { type: string; id: string } | null
}

/** A redirect on the way to the call's last URL. */
export interface CallRedirect {
  method: string
  url: string
  status: number | null
  location: string | null
  timeMs: number | null
  requestHeaders: CallHeader[]
  responseHeaders: CallHeader[]
}

export interface CallInitiator {
  type: string
  url: string | null
  line: number | null
  column: number | null
  /** Id of the call that this one came from. */
  callId: string | null
}

export type CallState = 'finished' | 'failed' | 'canceled' | 'pending'

export interface CapturedCall {
  /** Unique in the capture. */
  id: string
  /** `document`, `fetch`, `websocket` …, in lower case. */
  type: string
  state: CallState
  method: string
  url: string
  httpVersion: string
  status: number | null
  statusText: string
  /** From the start of the capture. */
  startMs: number
  /** Null: still open at the end. */
  timeMs: number | null
  /** Of redirects before the last hop, part of `timeMs`. */
  redirectMs: number
  phases: CallPhases
  redirects: CallRedirect[]
  /** Where this answer redirects to, for files that list each hop as a call; null: nowhere. */
  redirectTo: string | null
  requestHeaders: CallHeader[]
  responseHeaders: CallHeader[]
  requestBody: CallBody
  responseBody: CallBody
  /** Bytes on the wire; null: not known. */
  transferBytes: number | null
  mimeType: string
  /** `net::ERR_…` or another reason; null for a call that did not fail. */
  failure: string | null
  initiator: CallInitiator
  frames: CallFrame[]
  /** With those that are not listed. */
  framesTotal: number
  serverAddress: string | null
  /** `memory`, `disk` …; null: from the network. */
  cache: string | null
}

/** A network capture: an answer of the service, or the content of a HAR file. */
export interface CaptureRecord {
  /** The page that was loaded; null: not known. */
  url: string | null
  title: string | null
  startedAt: Date | null
  calls: CapturedCall[]
  /** All requests, also those that are not listed. */
  requestsTotal: number
  /** From the start of the first call to the end of the last one. */
  durationMs: number
  warnings: string[]
}
