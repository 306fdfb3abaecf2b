/** Recordings written by hand, for tests: every function fills in what a test does not need. */
import type {
  HopTimings,
  KeptBody,
  OmittedBody,
  OmittedReason,
  RecordedHop,
  RecordedRequest,
  RecordedResponse,
  RecordedSocket,
  Recording,
  RequestFailure,
} from '../../recorder/messages/model.ts'

/** Zero of all offsets, epoch milliseconds. */
export const startedAtMs = Date.UTC(2026, 0, 1)

const timings: HopTimings = { blocked: 1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 7, receive: 2 }

export const kept = (text: string, encoding: KeptBody['encoding'] = 'utf8'): KeptBody => ({
  kind: 'kept',
  text,
  encoding,
  bytes: Buffer.from(text, encoding).byteLength,
  truncated: false,
})

export const omitted = (reason: OmittedReason, bytes: number | null = null): OmittedBody => ({
  kind: 'omitted',
  reason,
  bytes,
})

export const response = (over: Partial<RecordedResponse> = {}): RecordedResponse => ({
  status: 200,
  statusText: 'OK',
  headers: { 'content-type': 'text/plain' },
  mimeType: 'text/plain',
  charset: null,
  httpVersion: 'http/1.1',
  serverIp: '192.0.2.1',
  serverPort: 80,
  fromCache: 'none',
  fromServiceWorker: false,
  serviceWorkerSource: null,
  headersBytes: 100,
  security: null,
  ...over,
})

export const hop = (url: string, over: Partial<RecordedHop> = {}): RecordedHop => {
  const offsetMs = over.offsetMs ?? 5
  return {
    url,
    method: 'GET',
    startedAtMs: startedAtMs + offsetMs,
    offsetMs,
    timeMs: 10,
    timings,
    requestHeaders: { accept: '*/*' },
    response: response(),
    ...over,
  }
}

export const redirect = (url: string, location: string, over: Partial<RecordedHop> = {}): RecordedHop =>
  hop(url, { response: response({ status: 302, statusText: 'Found', headers: { location }, mimeType: null }), ...over })

export const failure = (over: Partial<RequestFailure> = {}): RequestFailure => ({
  errorText: 'net::ERR_CONNECTION_REFUSED',
  canceled: false,
  blockedReason: null,
  corsError: null,
  corsParameter: null,
  ...over,
})

let keys = 0

/** A finished fetch of `https://site.test/data`. */
export const request = (over: Partial<RecordedRequest> = {}): RecordedRequest => ({
  key: `r${(keys += 1)}`,
  resourceType: 'fetch',
  targetType: 'page',
  frameId: 'F1',
  frameUrl: 'https://site.test/',
  isMainFrame: true,
  isNavigation: false,
  initiator: { type: 'script', url: 'https://site.test/app.js', line: 3, column: 9, key: null },
  hops: [hop('https://site.test/data')],
  requestBody: null,
  responseBody: kept('hello'),
  state: 'finished',
  failure: null,
  preflight: null,
  wireBytes: 105,
  decodedBytes: 5,
  sentBytes: 60,
  socket: null,
  events: null,
  eventsTotal: 0,
  ...over,
})

/** A request that got no response. */
export const failed = (over: Partial<RequestFailure> = {}, rest: Partial<RecordedRequest> = {}): RecordedRequest =>
  request({
    hops: [hop('https://site.test/data', { response: null })],
    responseBody: omitted('not_available'),
    state: 'failed',
    failure: failure(over),
    wireBytes: 0,
    decodedBytes: 0,
    ...rest,
  })

export const socket = (over: Partial<RecordedSocket> = {}): RecordedSocket => ({
  frames: [],
  framesSent: 0,
  framesReceived: 0,
  bytesSent: 0,
  bytesReceived: 0,
  framesOmitted: 0,
  closeCode: null,
  error: null,
  ...over,
})

export const recording = (requests: RecordedRequest[], over: Partial<Recording> = {}): Recording => ({
  startedAtMs,
  requests,
  requestsDropped: 0,
  requestsUnseen: 0,
  pages: [],
  ...over,
})
