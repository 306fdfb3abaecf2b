/** Reads one entry of a HAR file as a call. */
import { captureViewLimits } from '../calls/capture-limits.ts'
import type { CallBody, CallFrame, CallHeader, CallState, CapturedCall } from '../calls/captured-call.ts'
import { callPhases, phasesMs } from './call-phases.ts'
import { eventsOfStream } from './event-stream-text.ts'
import { amountOf, epochMsOf, itemsOf, membersOf, textOf, textOrNull, type JsonMembers } from './json-reading.ts'

const { framesMax, headersMax, sizeMaxBytes, spanMaxMs } = captureViewLimits
const binaryOpcode = 2

const headersOf = (value: unknown): CallHeader[] =>
  itemsOf(value, headersMax).map((item) => {
    const { name, value: text } = membersOf(item)
    return { name: textOf(name), value: textOf(text) }
  })

const headerOf = (headers: readonly CallHeader[], name: string): string | null =>
  headers.find((header) => header.name.toLowerCase() === name)?.value ?? null

const bytesOf = (value: unknown): number | null => amountOf(value, sizeMaxBytes)

/** Comments of this service on bodies, and on their absence. */
const isCut = (comment: unknown): boolean => textOf(comment) === 'body truncated'

const formText = (params: unknown): string | null => {
  const pairs = itemsOf(params, headersMax).map((item) => {
    const { name, value } = membersOf(item)
    return `${encodeURIComponent(textOf(name).toWellFormed())}=${encodeURIComponent(textOf(value).toWellFormed())}`
  })
  return pairs.length === 0 ? null : pairs.join('&')
}

function requestBodyOf(request: JsonMembers): CallBody {
  const data = membersOf(request['postData'])
  const text = textOrNull(data['text']) ?? formText(data['params'])
  const bytes = bytesOf(request['bodySize'])
  const comment = textOrNull(data['comment'])
  return {
    text,
    isBase64: textOf(data['encoding']) === 'base64',
    mimeType: textOf(data['mimeType']),
    bytes: bytes ?? (text === null ? 0 : null),
    isTruncated: isCut(comment),
    missing: text === null && comment !== null ? comment : null,
  }
}

function responseBodyOf(content: JsonMembers): CallBody {
  const text = typeof content['text'] === 'string' ? content['text'] : null
  const bytes = bytesOf(content['size'])
  const comment = textOrNull(content['comment'])
  const isAbsent = text === null && (bytes ?? 0) > 0
  return {
    text,
    isBase64: textOf(content['encoding']) === 'base64',
    mimeType: textOf(content['mimeType']),
    bytes,
    isTruncated: isCut(comment),
    missing: text === null ? (comment ?? (isAbsent ? 'not in the file' : null)) : null,
  }
}

/** Reads frames as Chrome DevTools writes them: times are seconds since the epoch. */
function framesOf(messages: unknown, baseMs: number): CallFrame[] {
  return itemsOf(messages, framesMax).map((item) => {
    const message = membersOf(item)
    const text = textOf(message['data'])
    const isBase64 = message['opcode'] === binaryOpcode
    const seconds = amountOf(message['time'], Number.MAX_SAFE_INTEGER)
    return {
      isSent: message['type'] === 'send',
      atMs: seconds === null ? null : Math.min(Math.max(0, seconds * 1_000 - baseMs), spanMaxMs),
      text,
      isBase64,
      bytes: isBase64 ? Math.floor((text.length * 3) / 4) : new TextEncoder().encode(text).byteLength,
      isTruncated: message['_truncated'] === true,
      event: null,
    }
  })
}

const documentTypes = new Set(['text/html', 'application/xhtml+xml'])

/** Chrome, Playwright and this service name the type; Firefox and others do not, so it is found by other signs. */
function typeOf(entry: JsonMembers, url: string, mimeType: string, requestHeaders: readonly CallHeader[]): string {
  const named = textOf(entry['_resourceType']).toLowerCase()
  if (named !== '') return named
  const scheme = url.slice(0, 4).toLowerCase()
  if (scheme === 'ws:/' || scheme === 'wss:' || entry['_webSocketMessages'] !== undefined) return 'websocket'
  const mime = mimeType.split(';', 1)[0]!.trim().toLowerCase()
  if (mime === 'text/event-stream') return 'eventsource'
  const destination = headerOf(requestHeaders, 'sec-fetch-dest')
  if (destination === 'document' || destination === 'iframe') return 'document'
  if (destination === 'empty' || headerOf(requestHeaders, 'x-requested-with') !== null) return 'fetch'
  if (destination === 'style') return 'stylesheet'
  if (destination !== null && destination !== '') return destination.toLowerCase()
  return typeByMime(mime)
}

function typeByMime(mime: string): string {
  if (documentTypes.has(mime)) return 'document'
  if (/[/+]json$/.test(mime)) return 'fetch'
  if (mime === 'text/css') return 'stylesheet'
  if (/(java|ecma)script$/.test(mime)) return 'script'
  const [kind = ''] = mime.split('/', 1)
  return kind === 'image' || kind === 'font' ? kind : kind === 'audio' || kind === 'video' ? 'media' : 'other'
}

function stateOf(status: number | null, failure: string | null): CallState {
  if (failure !== null) return /ERR_ABORTED|canceled|NS_BINDING_ABORTED/i.test(failure) ? 'canceled' : 'failed'
  return status === null ? 'failed' : 'finished'
}

function initiatorOf(entry: JsonMembers): CapturedCall['initiator'] {
  const initiator = membersOf(entry['_initiator'])
  const frame = membersOf(itemsOf(membersOf(initiator['stack'])['callFrames'], 1)[0])
  const line = initiator['lineNumber'] ?? frame['lineNumber']
  const column = initiator['columnNumber'] ?? frame['columnNumber']
  return {
    type: textOf(initiator['type']) || 'other',
    url: textOrNull(initiator['url']) ?? textOrNull(frame['url']),
    line: amountOf(line, Number.MAX_SAFE_INTEGER),
    column: amountOf(column, Number.MAX_SAFE_INTEGER),
    callId: null,
  }
}

const statusOf = (value: unknown): number | null => {
  const status = amountOf(value, 999)
  return status === null || status < 100 ? null : Math.floor(status)
}

const failureOf = (response: JsonMembers): string | null =>
  textOrNull(response['_failureText']) ?? textOrNull(response['_error'])

const cacheNames: ReadonlySet<string> = new Set(['memory', 'disk', 'service worker'])

/** Unknown cache names become the general word `cache`, because a file can contain any text. */
function cacheOf(entry: JsonMembers): string | null {
  const name = textOrNull(entry['_fromCache'])
  return name === null || cacheNames.has(name) ? name : 'cache'
}

function addressOf(entry: JsonMembers): string | null {
  const ip = textOf(entry['serverIPAddress'])
  const port = textOf(entry['connection'])
  if (ip === '') return null
  return /^\d{1,5}$/.test(port) ? `${ip.includes(':') ? `[${ip}]` : ip}:${port}` : ip
}

/**
 * Reads one entry. Members that are missing or of another type become null or empty; numbers are clamped.
 * @param baseMs epoch milliseconds of the start of the capture.
 */
export function harCall(value: unknown, id: string, baseMs: number): CapturedCall {
  const entry = membersOf(value)
  const request = membersOf(entry['request'])
  const response = membersOf(entry['response'])
  const url = textOf(request['url'])
  const requestHeaders = headersOf(request['headers'])
  const responseBody = responseBodyOf(membersOf(response['content']))
  const mimeType = responseBody.mimeType === 'x-unknown' ? '' : responseBody.mimeType
  const status = statusOf(response['status'])
  const failure = failureOf(response)
  const phases = callPhases(entry['timings'])
  const startedAtMs = epochMsOf(entry['startedDateTime'])
  const type = typeOf(entry, url, mimeType, requestHeaders)
  const isStream = /^text\/event-stream\b/i.test(mimeType)
  const frames =
    isStream && responseBody.text !== null && !responseBody.isBase64
      ? eventsOfStream(responseBody.text, framesMax)
      : framesOf(entry['_webSocketMessages'], baseMs)
  return {
    id,
    type,
    state: stateOf(status, failure),
    method: textOf(request['method']).toUpperCase() || 'GET',
    url,
    httpVersion: textOf(response['httpVersion']) || textOf(request['httpVersion']),
    status,
    statusText: textOf(response['statusText']),
    startMs: startedAtMs === null ? 0 : Math.min(Math.max(0, startedAtMs - baseMs), spanMaxMs),
    timeMs: amountOf(entry['time'], spanMaxMs) ?? phasesMs(phases),
    redirectMs: 0,
    phases,
    redirects: [],
    redirectTo: textOrNull(response['redirectURL']),
    requestHeaders,
    responseHeaders: headersOf(response['headers']),
    requestBody: requestBodyOf(request),
    responseBody,
    transferBytes: bytesOf(response['_transferSize']) ?? bytesOf(response['bodySize']),
    mimeType,
    failure: failure ?? (status === null ? 'no answer' : null),
    initiator: initiatorOf(entry),
    frames,
    framesTotal: frames.length,
    serverAddress: addressOf(entry),
    cache: cacheOf(entry),
  }
}
