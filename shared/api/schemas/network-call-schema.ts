/**
 * One entry of `network_calls`: a document, XHR, fetch, WebSocket or EventSource request of a page, and its response.
 * Names follow HAR where it defines them, in snake_case.
 */
import { Type, type Static } from 'typebox'
import { ofHeaders, ofPayload, ofService } from './answer-texts.ts'
import { count, orNull, textOrNull } from './schema-parts.ts'

/** Kinds of requests that are listed; all other requests of a page are only counted. */
export const callTypes = ['document', 'xhr', 'fetch', 'websocket', 'eventsource'] as const
export type CallType = (typeof callTypes)[number]

/** Reasons why a call has no response body. */
export const omittedReasons = [
  'no_content',
  'redirect',
  'not_available',
  'evicted',
  'too_large',
  'budget_exceeded',
  'navigated_away',
  'canceled',
] as const

const bytesOrNull = (description: string) => orNull(Type.Integer({ minimum: 0 }), description)
const ms = (description: string) => Type.Number({ description })
const text = (description: string) => Type.String({ description })
const integerOrNull = (description: string) => orNull(Type.Integer(), description)
const yes = (description: string) => Type.Boolean({ description })
const encoding = Type.Enum(['utf8', 'base64'], { description: '`base64` when the bytes are not text.' })

/** Headers of a request or a response. */
export const headerMapSchema = Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]), {
  description: 'Names in lower case; `set-cookie` is a list, other repeated headers are joined by a comma.',
  ...ofHeaders,
})

const timing = Type.Number({ minimum: -1 })
const timingsSchema = Type.Object(
  { blocked: timing, dns: timing, connect: timing, ssl: timing, send: timing, wait: timing, receive: timing },
  { description: 'Milliseconds, of the final hop; -1 = does not apply. `ssl` is part of `connect`.' },
)

const redirectSchema = Type.Object({
  url: Type.String(),
  method: Type.String(),
  status: integerOrNull('Null when no response was seen.'),
  status_text: Type.String(),
  location: textOrNull('As the server sent it.'),
  request_headers: headerMapSchema,
  response_headers: headerMapSchema,
  server_ip: textOrNull('Null when unknown.'),
  server_port: integerOrNull('Null when unknown.'),
  time_ms: orNull(ms('From the request to the redirect.')),
})

const failureSchema = Type.Object({
  error_text: text('As the browser gave it, `net::ERR_…`; may be empty.'),
  canceled: yes('Canceled by the page or the browser.'),
  blocked_reason: textOrNull('Why the browser did not send it.'),
  cors_error: textOrNull('Which CORS rule was broken.'),
  cors_parameter: textOrNull('The value that broke the rule.'),
})

const preflightSchema = Type.Object(
  {
    status: integerOrNull('Null when no response was seen.'),
    request_headers: headerMapSchema,
    response_headers: headerMapSchema,
    time_ms: orNull(ms('From the request to the end of its response.')),
  },
  { description: 'The OPTIONS request sent before it.' },
)

const securitySchema = Type.Object({
  protocol: Type.String(),
  issuer: Type.String(),
  subject_name: Type.String(),
  valid_from: ms('Seconds since the epoch.'),
  valid_to: ms('Seconds since the epoch.'),
})

const sizesSchema = Type.Object({
  request_headers: count('Of the final hop, reckoned from its headers.'),
  request_body: count('0 without a body.'),
  response_headers: bytesOrNull('Of the final hop, on the wire; null when unknown.'),
  response_body_encoded: count('Of the body on the wire: `transfer` without response headers.'),
  response_body_decoded: count('Of the body, decompressed; the bytes received so far while it is open.'),
  transfer: count('Of all responses of the chain on the wire; 0 when a cache or a service worker answered.'),
})

/**
 * Marks a text that is truncated when `truncated` is true, in addition to what members such as `payload_encoding`
 * state.
 */
const cutText = ofPayload({ cut: { member: 'truncated', is: true } })

const frameSchema = Type.Object({
  direction: Type.Enum(['sent', 'received']),
  opcode: Type.Integer({ description: '1 = text, 2 = binary.' }),
  payload: Type.String(cutText),
  payload_encoding: encoding,
  payload_bytes: count('Of the whole payload.'),
  truncated: Type.Boolean(),
  offset_ms: ms('From the start of the navigation.'),
})

const websocketSchema = Type.Object({
  frames: Type.Array(frameSchema),
  frames_sent: count('How many, those not listed included.'),
  frames_received: count('How many, those not listed included.'),
  bytes_sent: count('Of payloads.'),
  bytes_received: count('Of payloads.'),
  frames_omitted: count('How many are not listed.'),
  close_code: integerOrNull('Null when the browser reported none.'),
  error: textOrNull('Why the connection failed.'),
})

const eventSchema = Type.Object({
  event: Type.String(),
  id: Type.String(),
  data: Type.String(cutText),
  offset_ms: ms('From the start of the navigation.'),
  truncated: Type.Boolean(),
})

export const networkCallSchema = Type.Object({
  id: Type.String({
    description: 'Unique in the attempt: `c1`, `c2` … in the order in which calls began.',
    ...ofService,
  }),
  resource_type: Type.Enum([...callTypes]),
  state: Type.Enum(['finished', 'failed', 'canceled', 'pending'], {
    description: '`pending` = still open when the capture ended.',
  }),
  requested_url: text('The first URL of the chain.'),
  url: text('The final URL.'),
  method: text('Of the final hop.'),
  http_version: textOrNull('`http/1.1`, `h2` …; null when no response came.'),
  is_navigation_request: Type.Boolean(),
  frame_id: textOrNull('Null for workers.'),
  frame_url: textOrNull('Document of the frame.'),
  is_main_frame: Type.Boolean(),
  target_type: Type.Enum(['page', 'popup', 'iframe', 'worker', 'shared_worker', 'service_worker'], {
    description: 'Who asked.',
  }),
  initiator: Type.Object({
    type: Type.String({ description: '`parser`, `script`, `preload`, `other` …', ...ofService }),
    url: textOrNull('Of the script or document.'),
    line: integerOrNull('From 1.'),
    column: integerOrNull('From 1.'),
    call_id: orNull(Type.String(ofService), 'The call this one came from, when it is listed.'),
  }),
  started_at: Type.String({ format: 'date-time' }),
  offset_ms: ms('From the start of the navigation to the start of the call.'),
  time_ms: orNull(ms('From the start of the first hop to the end of the last.'), 'Null while it is open.'),
  timings: timingsSchema,
  request_headers: headerMapSchema,
  request_body: textOrNull('Null without a body, or if it was not kept.'),
  request_body_encoding: orNull(encoding),
  request_body_bytes: bytesOrNull('Of the whole body; 0 without a body, null when unknown.'),
  request_body_truncated: yes('Shortened, or there was one that could not be kept.'),
  status: integerOrNull('Null when no response came.'),
  status_text: Type.String(),
  response_headers: headerMapSchema,
  mime_type: textOrNull('Null when no response came.'),
  charset: textOrNull('As declared.'),
  response_body: textOrNull('Null when it is omitted.'),
  response_body_encoding: orNull(encoding),
  response_body_bytes: bytesOrNull('Of the whole body, decompressed; null when unknown.'),
  response_body_truncated: Type.Boolean(),
  response_body_omitted_reason: orNull(Type.Enum([...omittedReasons]), 'Null when there is a body.'),
  redirect_chain: Type.Array(redirectSchema, { description: 'In order, without the final hop.' }),
  failure_reason: textOrNull(
    '`net::ERR_…`, `blocked: <reason>`, a CORS code, or `blocked_by_policy` when the address is not allowed. Null unless `failed` or `canceled`.',
  ),
  failure: orNull(failureSchema),
  preflight: orNull(preflightSchema),
  from_cache: Type.Enum(['none', 'memory', 'disk', 'prefetch']),
  from_service_worker: Type.Boolean(),
  service_worker_source: textOrNull('`network`, `cache-storage`, `http-cache` or `fallback-code`.'),
  server_ip: textOrNull('Null when unknown.'),
  server_port: integerOrNull('Null when unknown.'),
  security: orNull(securitySchema, 'TLS; null without.'),
  sizes: sizesSchema,
  headers_truncated: yes('Some headers of the call were left out, because they were too many or too large.'),
  websocket: orNull(websocketSchema, 'Null unless a WebSocket.'),
  events: orNull(
    Type.Array(eventSchema),
    'Of EventSource, and of event streams read by fetch; null for everything else.',
  ),
  events_total: count('How many, those not listed included.'),
})
export type NetworkCall = Static<typeof networkCallSchema>
