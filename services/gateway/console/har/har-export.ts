/** Writes a capture as an HTTP Archive 1.2, with the members that Chrome DevTools and Playwright add. */
import type { CallBody, CallHeader, CallRedirect, CapturedCall, CaptureRecord } from '../calls/captured-call.ts'

/** Program that wrote the file. */
export interface HarCreator {
  name: string
  version: string
}

const nothing = -1

function queryOf(url: string): CallHeader[] {
  return [...new URLSearchParams(URL.parse(url)?.search ?? '')].map(([name, value]) => ({ name, value }))
}

function cookiesOf(headers: readonly CallHeader[]): CallHeader[] {
  return headers
    .filter(({ name }) => name.toLowerCase() === 'cookie')
    .flatMap(({ value }) => value.split(';'))
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at === -1
        ? { name: '', value: pair.trim() }
        : { name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }
    })
}

const commentOf = (body: CallBody): { comment?: string } => {
  if (body.missing !== null) return { comment: `body omitted: ${body.missing}` }
  return body.isTruncated ? { comment: 'body truncated' } : {}
}

const encodingOf = (body: CallBody): { encoding?: 'base64' } => (body.isBase64 ? { encoding: 'base64' } : {})

function requestOf(call: CallRedirect, httpVersion: string, body: CallBody | null): object {
  const hasBody = body !== null && (body.text !== null || body.isTruncated)
  return {
    method: call.method,
    url: call.url,
    httpVersion,
    cookies: cookiesOf(call.requestHeaders),
    headers: call.requestHeaders,
    queryString: queryOf(call.url),
    ...(hasBody
      ? { postData: { mimeType: body.mimeType, text: body.text ?? '', ...encodingOf(body), ...commentOf(body) } }
      : {}),
    headersSize: nothing,
    bodySize: body?.bytes ?? 0,
  }
}

function contentOf(body: CallBody): object {
  return {
    size: body.bytes ?? nothing,
    mimeType: body.mimeType || 'x-unknown',
    ...(body.text === null ? {} : { text: body.text }),
    ...encodingOf(body),
    ...commentOf(body),
  }
}

function initiatorOf({ initiator }: CapturedCall): object {
  return {
    type: initiator.type,
    ...(initiator.url === null ? {} : { url: initiator.url }),
    ...(initiator.line === null ? {} : { lineNumber: initiator.line }),
    ...(initiator.column === null ? {} : { columnNumber: initiator.column }),
  }
}

const isoAt = (startedAtMs: number, offsetMs: number): string => new Date(startedAtMs + offsetMs).toISOString()

const pageId = 'page_1'

/** A redirect, whose own timings are not known: all its time is `wait`. */
function redirectEntry(hop: CallRedirect, call: CapturedCall, startedDateTime: string): object {
  const time = hop.timeMs ?? 0
  return {
    pageref: pageId,
    startedDateTime,
    time,
    request: requestOf(hop, call.httpVersion, null),
    response: {
      status: hop.status ?? nothing,
      statusText: '',
      httpVersion: call.httpVersion,
      cookies: [],
      headers: hop.responseHeaders,
      content: { size: 0, mimeType: 'x-unknown' },
      redirectURL: hop.location ?? '',
      headersSize: nothing,
      bodySize: 0,
      _transferSize: nothing,
    },
    cache: {},
    timings: { blocked: nothing, dns: nothing, connect: nothing, ssl: nothing, send: 0, wait: time, receive: 0 },
    _resourceType: call.type,
    _initiator: initiatorOf(call),
  }
}

const framesOf = (call: CapturedCall, startedAtMs: number): object => {
  const frames = call.frames.filter(({ event }) => event === null)
  if (call.type !== 'websocket') return {}
  return {
    _webSocketMessages: frames.map(({ isSent, atMs, text, isBase64, isTruncated }) => ({
      type: isSent ? 'send' : 'receive',
      time: (startedAtMs + (atMs ?? 0)) / 1_000,
      opcode: isBase64 ? 2 : 1,
      data: text,
      ...(isTruncated ? { _truncated: true } : {}),
    })),
  }
}

/** `time` is the sum of all parts; `ssl` is part of `connect`. Without any part all the time is `wait`. */
function timesOf(call: CapturedCall): { time: number; timings: object } {
  const { blocked, dns, connect, tls, send, wait, receive } = call.phases
  const known = blocked + dns + connect + tls + send + wait + receive
  const waited = known === 0 ? (call.timeMs ?? 0) : wait
  return {
    time: known === 0 ? waited : known,
    timings: { blocked, dns, connect: connect + tls, ssl: tls, send, wait: waited, receive },
  }
}

function lastEntry(call: CapturedCall, startedAtMs: number): object {
  const hop = { ...call, location: call.redirectTo }
  return {
    pageref: pageId,
    startedDateTime: isoAt(startedAtMs, call.startMs + call.redirectMs),
    ...timesOf(call),
    request: requestOf(hop, call.httpVersion, call.requestBody),
    response: {
      status: call.status ?? nothing,
      statusText: call.statusText,
      httpVersion: call.httpVersion,
      cookies: [],
      headers: call.responseHeaders,
      content: contentOf(call.responseBody),
      redirectURL: call.redirectTo ?? '',
      headersSize: nothing,
      bodySize: nothing,
      _transferSize: call.transferBytes ?? nothing,
      ...(call.failure === null ? {} : { _failureText: call.failure, _error: call.failure }),
    },
    cache: {},
    ...(call.serverAddress === null ? {} : serverOf(call.serverAddress)),
    _resourceType: call.type,
    _initiator: initiatorOf(call),
    ...(call.cache === 'memory' || call.cache === 'disk' ? { _fromCache: call.cache } : {}),
    ...framesOf(call, startedAtMs),
  }
}

function serverOf(address: string): object {
  const [, bracketed, plain, port] = /^(?:\[(.*)\]|([^:]*)):(\d+)$/.exec(address) ?? []
  const ip = bracketed ?? plain
  return ip === undefined ? { serverIPAddress: address } : { serverIPAddress: ip, connection: port }
}

function entriesOf(call: CapturedCall, startedAtMs: number): object[] {
  let offsetMs = call.startMs
  const redirects = call.redirects.map((hop) => {
    const entry = redirectEntry(hop, call, isoAt(startedAtMs, offsetMs))
    offsetMs += hop.timeMs ?? 0
    return entry
  })
  return [...redirects, lastEntry(call, startedAtMs)]
}

/** @returns the document of the archive: every redirect of a call is an entry of its own. */
export function harOfCapture(capture: CaptureRecord, creator: HarCreator): object {
  const startedAtMs = capture.startedAt?.getTime() ?? 0
  return {
    log: {
      version: '1.2',
      creator,
      pages: [
        {
          startedDateTime: isoAt(startedAtMs, 0),
          id: pageId,
          title: capture.title ?? capture.url ?? '',
          pageTimings: { onContentLoad: nothing, onLoad: nothing },
        },
      ],
      entries: capture.calls.flatMap((call) => entriesOf(call, startedAtMs)),
      ...(capture.warnings.length === 0 ? {} : { comment: capture.warnings.join(' ') }),
    },
  }
}
