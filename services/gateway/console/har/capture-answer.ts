/** Reads the answer of `POST /browser/network` as a capture: the calls of the attempt that counted. */
import { captureViewLimits } from '../calls/capture-limits.ts'
import type {
  CallBody,
  CallFrame,
  CallHeader,
  CallRedirect,
  CapturedCall,
  CaptureRecord,
} from '../calls/captured-call.ts'
import { callPhases } from './call-phases.ts'
import { amountOf, epochMsOf, itemsOf, membersOf, textOf, textOrNull, type JsonMembers } from './json-reading.ts'

const { entriesMax, framesMax, headersMax, sizeMaxBytes, spanMaxMs } = captureViewLimits

const msOf = (value: unknown): number | null => amountOf(value, spanMaxMs)
const bytesOf = (value: unknown): number | null => amountOf(value, sizeMaxBytes)

/** A list of values, as of `set-cookie`, gives a line for each. */
const headersOf = (value: unknown): CallHeader[] =>
  Object.entries(membersOf(value))
    .flatMap(([name, held]) => (Array.isArray(held) ? held : [held]).map((item) => ({ name, value: textOf(item) })))
    .slice(0, headersMax)

const redirectOf = (value: unknown): CallRedirect => {
  const hop = membersOf(value)
  return {
    method: textOf(hop['method']),
    url: textOf(hop['url']),
    status: amountOf(hop['status'], 999),
    location: textOrNull(hop['location']),
    timeMs: msOf(hop['time_ms']),
    requestHeaders: headersOf(hop['request_headers']),
    responseHeaders: headersOf(hop['response_headers']),
  }
}

const contentType = (headers: readonly CallHeader[]): string =>
  headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''

function bodyOf(call: JsonMembers, side: 'request' | 'response', mimeType: string): CallBody {
  const text = call[`${side}_body`]
  return {
    text: typeof text === 'string' ? text : null,
    isBase64: call[`${side}_body_encoding`] === 'base64',
    mimeType,
    bytes: bytesOf(call[`${side}_body_bytes`]),
    isTruncated: call[`${side}_body_truncated`] === true,
    missing: textOrNull(call[`${side}_body_omitted_reason`]),
  }
}

function socketFrames(websocket: JsonMembers): CallFrame[] {
  return itemsOf(websocket['frames'], framesMax).map((item) => {
    const frame = membersOf(item)
    return {
      isSent: frame['direction'] === 'sent',
      atMs: msOf(frame['offset_ms']),
      text: textOf(frame['payload']),
      isBase64: frame['payload_encoding'] === 'base64',
      bytes: bytesOf(frame['payload_bytes']) ?? 0,
      isTruncated: frame['truncated'] === true,
      event: null,
    }
  })
}

function streamEvents(events: unknown): CallFrame[] {
  return itemsOf(events, framesMax).map((item) => {
    const event = membersOf(item)
    const text = textOf(event['data'])
    return {
      isSent: false,
      atMs: msOf(event['offset_ms']),
      text,
      isBase64: false,
      bytes: new TextEncoder().encode(text).byteLength,
      isTruncated: event['truncated'] === true,
      event: { type: textOf(event['event']) || 'message', id: textOf(event['id']) },
    }
  })
}

function framesOf(call: JsonMembers): { frames: CallFrame[]; framesTotal: number } {
  const websocket = membersOf(call['websocket'])
  const frames = call['websocket'] === null ? streamEvents(call['events']) : socketFrames(websocket)
  const counted = (name: string): number => amountOf(websocket[name], Number.MAX_SAFE_INTEGER) ?? 0
  const total =
    call['websocket'] === null
      ? (amountOf(call['events_total'], Number.MAX_SAFE_INTEGER) ?? 0)
      : counted('frames_sent') + counted('frames_received')
  return { frames, framesTotal: Math.max(total, frames.length) }
}

function initiatorOf(value: unknown): CapturedCall['initiator'] {
  const initiator = membersOf(value)
  return {
    type: textOf(initiator['type']) || 'other',
    url: textOrNull(initiator['url']),
    line: amountOf(initiator['line'], Number.MAX_SAFE_INTEGER),
    column: amountOf(initiator['column'], Number.MAX_SAFE_INTEGER),
    callId: textOrNull(initiator['call_id']),
  }
}

const states = ['finished', 'failed', 'canceled', 'pending'] as const

function addressOf(call: JsonMembers): string | null {
  const ip = textOf(call['server_ip'])
  const port = textOf(call['server_port'])
  if (ip === '') return null
  return port === '' ? ip : `${ip.includes(':') ? `[${ip}]` : ip}:${port}`
}

function callOf(value: unknown, index: number): CapturedCall {
  const call = membersOf(value)
  const redirects = itemsOf(call['redirect_chain'], headersMax).map(redirectOf)
  const requestHeaders = headersOf(call['request_headers'])
  const responseHeaders = headersOf(call['response_headers'])
  const mimeType = textOf(call['mime_type'])
  const timeMs = msOf(call['time_ms'])
  const redirectMs = redirects.reduce((sum, hop) => sum + (hop.timeMs ?? 0), 0)
  const cache = textOf(call['from_cache'])
  return {
    id: textOf(call['id']) || `c${index + 1}`,
    type: textOf(call['resource_type']) || 'other',
    state: states.find((state) => state === call['state']) ?? 'finished',
    method: textOf(call['method']) || 'GET',
    url: textOf(call['url']),
    httpVersion: textOf(call['http_version']),
    status: amountOf(call['status'], 999),
    statusText: textOf(call['status_text']),
    startMs: msOf(call['offset_ms']) ?? 0,
    timeMs,
    redirectMs: timeMs === null ? redirectMs : Math.min(redirectMs, timeMs),
    phases: callPhases(call['timings']),
    redirects,
    redirectTo: null,
    requestHeaders,
    responseHeaders,
    requestBody: bodyOf(call, 'request', contentType(requestHeaders)),
    responseBody: bodyOf(call, 'response', contentType(responseHeaders) || mimeType),
    transferBytes: bytesOf(membersOf(call['sizes'])['transfer']),
    mimeType,
    failure: textOrNull(call['failure_reason']),
    initiator: initiatorOf(call['initiator']),
    ...framesOf(call),
    serverAddress: addressOf(call),
    cache: call['from_service_worker'] === true ? 'service worker' : cache === '' || cache === 'none' ? null : cache,
  }
}

/** The successful attempt; without one, the last attempt. */
function attemptThatCounts(answer: JsonMembers): JsonMembers {
  const attempts = itemsOf(answer['attempts'], entriesMax).map(membersOf)
  return attempts.find(({ index }) => index === answer['winning_attempt']) ?? attempts.at(-1) ?? {}
}

function failureSentence(answer: JsonMembers, attempt: JsonMembers): string[] {
  if (answer['success'] === true) return []
  const outcome = textOf(attempt['outcome']) || 'failed'
  const error = membersOf(attempt['error'])
  const reason = textOf(error['message']) || textOf(attempt['error'])
  return [`The page was not loaded (${outcome})${reason === '' ? '.' : `: ${reason}`}`]
}

const noteText = (note: unknown): string => textOf(membersOf(note)['message']) || textOf(note)

function notListed(attempt: JsonMembers, listed: number): string[] {
  const total = amountOf(attempt['network_calls_total'], Number.MAX_SAFE_INTEGER) ?? listed
  return attempt['network_calls_truncated'] === true ? [`The page made ${total} calls; ${listed} are listed.`] : []
}

/** Reads an answer of the service. Missing members become null or empty. */
export function readCaptureAnswer(value: unknown): CaptureRecord {
  const answer = membersOf(value)
  const attempt = attemptThatCounts(answer)
  const calls = itemsOf(attempt['network_calls'], entriesMax).map(callOf)
  const startedAtMs = epochMsOf(attempt['started_at'])
  return {
    url: textOrNull(answer['final_url']) ?? textOrNull(answer['url']),
    title: null,
    startedAt: startedAtMs === null ? null : new Date(startedAtMs),
    calls,
    requestsTotal: Math.max(calls.length, amountOf(attempt['requests_total'], Number.MAX_SAFE_INTEGER) ?? 0),
    durationMs: calls.reduce((most, call) => Math.max(most, call.startMs + (call.timeMs ?? 0)), 0),
    warnings: [
      ...failureSentence(answer, attempt),
      ...itemsOf(answer['warnings'], headersMax).map(noteText),
      ...notListed(attempt, calls.length),
    ],
  }
}
