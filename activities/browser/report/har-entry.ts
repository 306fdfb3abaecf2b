/** Builds one entry of an HTTP Archive: one exchange of a request. */
import type { HarEntry } from '@seine/shared/api/schemas/har-schema.ts'
import { withoutFragment } from '@seine/shared/urls/url-identity.ts'
import { requestHeadBytes } from '../recorder/messages/header-map.ts'
import type { RecordedBody, RecordedHop, RecordedRequest } from '../recorder/messages/model.ts'
import type { HeaderMap } from '@seine/shared/pages/headers.ts'
import { formPairs, harPostData } from './har-body.ts'
import { requestCookies, responseCookie } from './har-cookies.ts'
import { headerLines } from '@seine/shared/pages/header-size.ts'
import { roundedMs } from './traffic.ts'

/** The facts of an exchange in addition to its hop. */
export interface Exchange {
  hop: RecordedHop
  request: RecordedRequest
  resourceType: string
  requestBody: RecordedBody | null
  content: HarEntry['response']['content']
  /** Bytes of the body on the wire; -1: not known. */
  bodySize: number
  transferSize: number
  redirectUrl: string
  failure: string | null
}

const valuesOf = (headers: HeaderMap, name: string): string[] => {
  const value = headers[name]
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}

const orNone = (ms: number): number => (ms < 0 ? -1 : ms)
const atLeastZero = (ms: number): number => Math.max(0, ms)

/** HAR requires `send`, `wait` and `receive` in every entry; without any timing, all the time counts as `wait`. */
function timingsOf({ timings, timeMs }: RecordedHop): HarEntry['timings'] {
  const known = Object.values(timings).some((ms) => ms > 0)
  return {
    blocked: orNone(timings.blocked),
    dns: orNone(timings.dns),
    connect: orNone(timings.connect),
    ssl: orNone(timings.ssl),
    send: atLeastZero(timings.send),
    wait: known ? atLeastZero(timings.wait) : atLeastZero(timeMs ?? 0),
    receive: atLeastZero(timings.receive),
  }
}

/** Sum of all timings; `ssl` is part of `connect`. */
const totalOf = ({ blocked, dns, connect, send, wait, receive }: HarEntry['timings']): number =>
  roundedMs([blocked, dns, connect, send, wait, receive].reduce((sum, ms) => sum + atLeastZero(ms), 0))

/** When the head of the answer was received, epoch milliseconds. */
function answeredAtMs(hop: RecordedHop): number {
  const timings = timingsOf(hop)
  return hop.startedAtMs + totalOf({ ...timings, receive: 0 })
}

/** The HTTP version in the spelling that Chrome uses in archives. */
const versionOf = (hop: RecordedHop): string => hop.response?.httpVersion ?? ''

function harRequest({ hop, requestBody }: Exchange): HarEntry['request'] {
  const { requestHeaders, method } = hop
  const url = withoutFragment(hop.url)
  return {
    method,
    url,
    httpVersion: versionOf(hop),
    cookies: valuesOf(requestHeaders, 'cookie').flatMap(requestCookies),
    headers: headerLines(requestHeaders),
    queryString: formPairs(URL.parse(url)?.search ?? ''),
    ...(requestBody === null ? {} : { postData: harPostData(requestBody, requestHeaders) }),
    headersSize: requestHeadBytes(method, hop.url, requestHeaders),
    bodySize: requestBody === null ? 0 : (requestBody.bytes ?? -1),
  }
}

function harResponse(exchange: Exchange): HarEntry['response'] {
  const { hop, failure } = exchange
  const headers = hop.response?.headers ?? {}
  return {
    // -1 as in Playwright, whose replay leaves such requests without an answer.
    status: hop.response?.status ?? -1,
    statusText: hop.response?.statusText ?? '',
    httpVersion: versionOf(hop),
    cookies: valuesOf(headers, 'set-cookie').map((header) => responseCookie(header, answeredAtMs(hop))),
    headers: headerLines(headers),
    content: exchange.content,
    redirectURL: exchange.redirectUrl,
    headersSize: hop.response?.headersBytes ?? -1,
    bodySize: exchange.bodySize,
    _transferSize: exchange.transferSize,
    ...(failure === null ? {} : { _failureText: failure }),
    _error: failure,
  }
}

function initiatorOf({ initiator }: RecordedRequest): HarEntry['_initiator'] {
  return {
    type: initiator.type,
    ...(initiator.url === null ? {} : { url: initiator.url }),
    ...(initiator.line === null ? {} : { lineNumber: initiator.line }),
    ...(initiator.column === null ? {} : { columnNumber: initiator.column }),
  }
}

function cacheOf({ response }: RecordedHop): Pick<HarEntry, '_fromCache'> {
  const from = response?.fromCache
  return from === 'memory' || from === 'disk' ? { _fromCache: from } : {}
}

function connectionOf({ response }: RecordedHop): Pick<HarEntry, 'serverIPAddress' | 'connection'> {
  const ip = response?.serverIp ?? null
  const port = response?.serverPort ?? null
  return {
    ...(ip === null ? {} : { serverIPAddress: ip }),
    ...(port === null ? {} : { connection: String(port) }),
  }
}

/** @param pageref id of the page that the entry belongs to. */
export function harEntry(exchange: Exchange, pageref: string): HarEntry {
  const { hop, request } = exchange
  const timings = timingsOf(hop)
  return {
    pageref,
    startedDateTime: new Date(hop.startedAtMs).toISOString(),
    time: totalOf(timings),
    request: harRequest(exchange),
    response: harResponse(exchange),
    cache: {},
    timings,
    ...connectionOf(hop),
    _resourceType: exchange.resourceType,
    _initiator: initiatorOf(request),
    ...cacheOf(hop),
  }
}
