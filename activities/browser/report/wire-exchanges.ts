/** A recording as exchanges for an archive of what went over the wire. */
import type { WireCut, WireExchange, WireHeaders } from '@seine/shared/egress/connections/wire-exchange.ts'
import type { HeaderMap } from '@seine/shared/pages/headers.ts'
import { isMainDocument } from '../recorder/main-document.ts'
import type {
  OmittedReason,
  RecordedBody,
  RecordedHop,
  RecordedRequest,
  Recording,
} from '../recorder/messages/model.ts'
import { finalHop, networkRequests, redirectHops } from './traffic.ts'

/** Answers that went over the wire; those of the memory of the browser did so earlier. */
const fresh = new Set(['none', 'prefetch'])

/** Missing bodies that are empty, or that no browser hands out. */
const bodiless: ReadonlySet<OmittedReason> = new Set(['no_content', 'redirect'])
const tooLong: ReadonlySet<OmittedReason> = new Set(['too_large', 'budget_exceeded', 'evicted'])

/** Yields the exchanges of a recording in the order in which their requests began, one at a time. */
export function* wireExchanges(recording: Recording): Generator<WireExchange> {
  for (const request of networkRequests(recording)) {
    const { resourceType } = request
    if (resourceType === 'websocket' || resourceType === 'preflight') continue
    const { requestBody } = request
    for (const hop of redirectHops(request)) yield* exchangeOf(hop, emptyBody, requestBody, false)
    yield* exchangeOf(finalHop(request), bodyOf(request), requestBody, isMainDocument(request))
  }
}

/** A body as it is stored. */
interface StoredBody {
  bytes: Buffer
  cut: WireCut | null
  /** Whether the text is in UTF-8, whatever the headers name. */
  isText: boolean
}

const emptyBody: StoredBody = { bytes: Buffer.alloc(0), cut: null, isText: false }

function* exchangeOf(
  { url, method, startedAtMs, requestHeaders, response }: RecordedHop,
  { bytes, cut, isText }: StoredBody,
  sent: RecordedBody | null,
  isDocument: boolean,
): Generator<WireExchange> {
  const place = URL.parse(url)
  if (response === null || place === null || !/^https?:$/.test(place.protocol)) return
  if (!fresh.has(response.fromCache)) return
  place.hash = ''
  place.username = ''
  place.password = ''
  const headers = headerList(response.headers)
  yield {
    url: place.href,
    method,
    startedAtMs,
    requestHeaders: [['host', place.host], ...headerList(requestHeaders).filter(([name]) => name !== 'host')],
    requestBody: method === 'GET' ? null : sentBody(sent),
    status: response.status,
    reason: response.statusText,
    headers: isText ? inUtf8(headers) : headers,
    body: bytes,
    isDecoded: true,
    cut,
    isDocument,
  }
}

/** Returns headers as a list. Names of HTTP/2 begin with a colon when they are not headers. */
export const headerList = (headers: HeaderMap): WireHeaders =>
  Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(':') ? [] : [value].flat().map((each) => [name, each] as const),
  )

/** States the charset in which a browser hands out texts, which may differ from that of the site. */
const inUtf8 = (headers: WireHeaders): WireHeaders =>
  headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'content-type'
      ? ([
          [name, `${value.split(';', 1)[0]!.trim()}; charset=utf-8`],
          ['X-Orig-Content-Type', value],
        ] as const)
      : [[name, value] as const],
  )

const sentBody = (body: RecordedBody | null): Buffer | null =>
  body?.kind === 'kept' && !body.truncated ? Buffer.from(body.text, body.encoding) : null

// oxlint-disable-next-line no-control-regex -- control characters are ASCII, too
const isAscii = /^[\0-\x7f]*$/

function bodyOf({ responseBody }: RecordedRequest): StoredBody {
  if (responseBody.kind === 'omitted') return { ...emptyBody, cut: cutOf(responseBody) }
  const { text, encoding, truncated } = responseBody
  const cut = truncated ? 'length' : null
  return { bytes: Buffer.from(text, encoding), cut, isText: encoding === 'utf8' && !isAscii.test(text) }
}

function cutOf({ reason }: Extract<RecordedBody, { kind: 'omitted' }>): WireCut | null {
  if (bodiless.has(reason)) return null
  return tooLong.has(reason) ? 'length' : 'disconnect'
}
