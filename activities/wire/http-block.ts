/** HTTP messages as blocks of WARC records: what was sent and received, without what must not be kept. */
import type { WireExchange, WireHeaders } from '@seine/shared/egress/connections/wire-exchange.ts'
import { oneLine } from './warc-record.ts'

/** Request headers that describe the client or the request. All others may carry credentials and are left out. */
const keptOfRequests = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-type',
  'host',
  'if-modified-since',
  'if-none-match',
  'origin',
  'pragma',
  'range',
  'referer',
  'upgrade-insecure-requests',
  'user-agent',
  'x-requested-with',
])

/** Headers about the user agent: client hints and fetch metadata. */
const ofUserAgent = /^sec-(?:ch-|fetch-)/

/** Response headers that hand out credentials. */
const handsOut = new Set(['set-cookie', 'set-cookie2', 'authentication-info', 'proxy-authentication-info'])

const original = (name: string): string => `X-Orig-${name}`

/** Returns the headers of a request that are kept. @param hidden names that the caller or a session has set. */
const keptRequestHeaders = (headers: WireHeaders, hidden: ReadonlySet<string>): WireHeaders =>
  headers.filter(([name]) => {
    const lower = name.toLowerCase()
    return !hidden.has(lower) && (keptOfRequests.has(lower) || ofUserAgent.test(lower))
  })

/**
 * Returns the headers of an answer as they fit the stored body: chunk framing, and content coding if it has been
 * removed, stay visible under other names.
 */
function storedHeaders({ headers, body, isDecoded }: Pick<WireExchange, 'headers' | 'body' | 'isDecoded'>) {
  const length = String(body.byteLength)
  const kept: [name: string, value: string][] = []
  let statesLength = false
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    if (handsOut.has(lower)) continue
    if (lower === 'transfer-encoding' || (isDecoded && lower === 'content-encoding')) {
      kept.push([original(name), value])
    } else if (lower !== 'content-length') {
      kept.push([name, value])
    } else if (value.trim() === length && !statesLength) {
      kept.push([name, value])
      statesLength = true
    } else {
      kept.push([original(name), value])
    }
  }
  if (!statesLength) kept.push(['Content-Length', length])
  return kept
}

/** Returns the head of a message. Header values have one character for each byte, unless a browser decoded them. */
function messageHead(firstLine: string, headers: WireHeaders): Buffer {
  const text = [firstLine, ...headers.map(([name, value]) => `${oneLine(name)}: ${oneLine(value)}`), '', ''].join(
    '\r\n',
  )
  return Buffer.from(text, isLatin1(text) ? 'latin1' : 'utf8')
}

// oxlint-disable-next-line no-control-regex -- every character of one byte
const isLatin1 = (text: string): boolean => /^[\0-\xff]*$/.test(text)

/** Returns the block of a request record, in pieces. @param hidden names of headers that the caller or a session set. */
export function requestBlock(
  { url, method, requestHeaders, requestBody }: WireExchange,
  hidden: ReadonlySet<string>,
): Uint8Array[] {
  const { pathname, search } = new URL(url)
  const headers = [
    ...keptRequestHeaders(requestHeaders, hidden),
    ...(requestBody === null ? [] : [['Content-Length', String(requestBody.byteLength)] as const]),
  ]
  const head = messageHead(`${oneLine(method)} ${pathname}${search} HTTP/1.1`, headers)
  return requestBody === null ? [head] : [head, requestBody]
}

/** Returns the head of the block of a response record; the body follows it. */
export const responseHead = (exchange: WireExchange): Buffer =>
  messageHead(`HTTP/1.1 ${exchange.status} ${oneLine(exchange.reason)}`, storedHeaders(exchange))
