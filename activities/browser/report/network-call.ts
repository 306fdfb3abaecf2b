/** Builds one entry of `network_calls` from one recorded request. */
import type { CallType, NetworkCall } from '@seine/shared/api/schemas/network-call-schema.ts'
import { requestHeadBytes } from '../recorder/messages/header-map.ts'
import type {
  RecordedBody,
  RecordedEvent,
  RecordedHop,
  RecordedRequest,
  RecordedSocket,
} from '../recorder/messages/model.ts'
import { textBytes, type BodyBudget } from './body-budget.ts'
import { directErrorText, failureReason, type ProxyKnowledge } from './failure-reason.ts'
import { HeaderCap, type HeaderCapBounds } from './header-cap.ts'
import { encodedBodyBytes, finalHop, redirectHops, requestBodyBytes, roundedMs } from './traffic.ts'
import { isoOfMs } from '@seine/shared/values/iso-time.ts'

/** What all calls of a list share. */
export interface CallContext {
  bodies: BodyBudget
  headers: HeaderCapBounds
  /** Number of frames or events listed for one call. */
  framesMax: number
  proxy: ProxyKnowledge
  /** Returns the id of the listed call with this key, or null. */
  idOf(key: string): string | null
}

/** Milliseconds from the start of the first hop to the end of the last; null while it is open. */
function chainMs(request: RecordedRequest): number | null {
  const last = finalHop(request)
  if (last.timeMs === null) return null
  return roundedMs(Math.max(0, last.offsetMs + last.timeMs - (request.hops[0]?.offsetMs ?? last.offsetMs)))
}

/** A response that a browser follows has only one `location` header. */
const locationOf = ({ response }: RecordedHop): string | null => {
  const location = response?.headers['location']
  return typeof location === 'string' ? location : null
}

const redirectEntry = (hop: RecordedHop, cap: HeaderCap): NetworkCall['redirect_chain'][number] => ({
  url: hop.url,
  method: hop.method,
  status: hop.response?.status ?? null,
  status_text: hop.response?.statusText ?? '',
  location: locationOf(hop),
  request_headers: cap.take(hop.requestHeaders),
  response_headers: cap.take(hop.response?.headers ?? {}),
  server_ip: hop.response?.serverIp ?? null,
  server_port: hop.response?.serverPort ?? null,
  time_ms: hop.timeMs === null ? null : roundedMs(hop.timeMs),
})

const preflightEntry = (hop: RecordedHop, cap: HeaderCap): NetworkCall['preflight'] => ({
  status: hop.response?.status ?? null,
  request_headers: cap.take(hop.requestHeaders),
  response_headers: cap.take(hop.response?.headers ?? {}),
  time_ms: hop.timeMs === null ? null : roundedMs(hop.timeMs),
})

function requestBodyFields(request: RecordedRequest, body: RecordedBody | null) {
  const kept = body?.kind === 'kept' ? body : null
  return {
    request_body: kept?.text ?? null,
    request_body_encoding: kept?.encoding ?? null,
    request_body_bytes: requestBodyBytes(request),
    request_body_truncated: body !== null && (kept === null || kept.truncated),
  }
}

function responseBodyFields(body: RecordedBody) {
  const kept = body.kind === 'kept' ? body : null
  return {
    response_body: kept?.text ?? null,
    response_body_encoding: kept?.encoding ?? null,
    response_body_bytes: body.bytes,
    response_body_truncated: kept?.truncated ?? false,
    response_body_omitted_reason: body.kind === 'omitted' ? body.reason : null,
  }
}

const failureEntry = (request: RecordedRequest, proxy: ProxyKnowledge): NetworkCall['failure'] => {
  const { failure } = request
  if (failure === null) return null
  return {
    error_text: directErrorText(failure.errorText, finalHop(request).url, proxy) ?? failure.errorText,
    canceled: failure.canceled,
    blocked_reason: failure.blockedReason,
    cors_error: failure.corsError,
    cors_parameter: failure.corsParameter,
  }
}

/** Lists the frames that fit; the others are counted as omitted. */
function websocketEntry(socket: RecordedSocket, context: CallContext): NetworkCall['websocket'] {
  const frames = context.bodies.admitInOrder(socket.frames, context.framesMax, ({ payload, payloadEncoding }) =>
    textBytes(payload, payloadEncoding),
  )
  return {
    frames: frames.map((frame) => ({
      direction: frame.direction,
      opcode: frame.opcode,
      payload: frame.payload,
      payload_encoding: frame.payloadEncoding,
      payload_bytes: frame.payloadBytes,
      truncated: frame.truncated,
      offset_ms: roundedMs(frame.offsetMs),
    })),
    frames_sent: socket.framesSent,
    frames_received: socket.framesReceived,
    bytes_sent: socket.bytesSent,
    bytes_received: socket.bytesReceived,
    frames_omitted: socket.framesOmitted + socket.frames.length - frames.length,
    close_code: socket.closeCode,
    error: socket.error,
  }
}

const eventEntries = (events: RecordedEvent[], context: CallContext): NetworkCall['events'] =>
  context.bodies
    .admitInOrder(events, context.framesMax, ({ data }) => textBytes(data, 'utf8'))
    .map((event) => ({
      event: event.event,
      id: event.id,
      data: event.data,
      offset_ms: roundedMs(event.offsetMs),
      truncated: event.truncated,
    }))

function securityEntry({ response }: RecordedHop): NetworkCall['security'] {
  const security = response?.security ?? null
  return (
    security && {
      protocol: security.protocol,
      issuer: security.issuer,
      subject_name: security.subjectName,
      valid_from: security.validFrom,
      valid_to: security.validTo,
    }
  )
}

/** A call, and the bytes of its URLs and headers. */
export interface BuiltCall {
  call: NetworkCall
  headsBytes: number
}

/** @param type type of the request, one of those that are listed. */
export function networkCall(request: RecordedRequest, type: CallType, id: string, context: CallContext): BuiltCall {
  const last = finalHop(request)
  const first = request.hops[0] ?? last
  const { response } = last
  const caps: HeaderCap[] = []
  const cap = (): HeaderCap => {
    const made = new HeaderCap(context.headers)
    caps.push(made)
    return made
  }
  const finalCap = cap()
  const requestBody = request.requestBody && context.bodies.admit(request.requestBody)
  const call: NetworkCall = {
    id,
    resource_type: type,
    state: request.state,
    requested_url: first.url,
    url: last.url,
    method: last.method,
    http_version: response?.httpVersion ?? null,
    is_navigation_request: request.isNavigation,
    frame_id: request.frameId,
    frame_url: request.frameUrl,
    is_main_frame: request.isMainFrame,
    target_type: request.targetType,
    initiator: {
      type: request.initiator.type,
      url: request.initiator.url,
      line: request.initiator.line,
      column: request.initiator.column,
      call_id: request.initiator.key === null ? null : context.idOf(request.initiator.key),
    },
    started_at: isoOfMs(first.startedAtMs),
    offset_ms: roundedMs(first.offsetMs),
    time_ms: chainMs(request),
    timings: last.timings,
    request_headers: finalCap.take(last.requestHeaders),
    ...requestBodyFields(request, requestBody),
    status: response?.status ?? null,
    status_text: response?.statusText ?? '',
    response_headers: finalCap.take(response?.headers ?? {}),
    mime_type: response?.mimeType ?? null,
    charset: response?.charset ?? null,
    ...responseBodyFields(context.bodies.admit(request.responseBody)),
    redirect_chain: redirectHops(request).map((hop) => redirectEntry(hop, cap())),
    failure_reason: failureReason(request, context.proxy),
    failure: failureEntry(request, context.proxy),
    preflight: request.preflight && preflightEntry(request.preflight, cap()),
    from_cache: response?.fromCache ?? 'none',
    from_service_worker: response?.fromServiceWorker ?? false,
    service_worker_source: response?.serviceWorkerSource ?? null,
    server_ip: response?.serverIp ?? null,
    server_port: response?.serverPort ?? null,
    security: securityEntry(last),
    sizes: {
      request_headers: requestHeadBytes(last.method, last.url, last.requestHeaders),
      request_body: requestBodyBytes(request) ?? 0,
      response_headers: response?.headersBytes ?? null,
      response_body_encoded: encodedBodyBytes(request),
      response_body_decoded: request.decodedBytes,
      transfer: request.wireBytes,
    },
    headers_truncated: false,
    websocket: request.socket && websocketEntry(request.socket, context),
    events: request.events && eventEntries(request.events, context),
    events_total: request.eventsTotal,
  }
  const urls = [...request.hops.map(({ url }) => url), request.frameUrl, request.initiator.url]
  const urlBytes = urls.reduce((sum, url) => sum + (url === null ? 0 : Buffer.byteLength(url)), 0)
  return {
    call: { ...call, headers_truncated: caps.some(({ truncated }) => truncated) },
    headsBytes: caps.reduce((sum, { bytes }) => sum + bytes, urlBytes),
  }
}
