/** Makes the WARC records of an exchange: response and request. */
import type { WireExchange, WireHeaders } from '@seine/shared/egress/connections/wire-exchange.ts'
import { isRedirect } from '@seine/shared/egress/redirects.ts'
import { requestBlock, responseHead } from './http-block.ts'
import { recordId, warcFields, warcMember, wireDigest } from './warc-record.ts'
import { requestQuery } from './request-query.ts'
import type { WireAnswer, WireEntry } from './wire-object.ts'

/** A record, and its entry in the list of its object. */
export interface WireMember {
  entry: WireEntry
  bytes: Buffer
}

/** Identifies an exchange within its job. */
export interface ExchangePlace {
  /** Id of the record that describes the file. */
  warcinfoId: string
  /** Identifies the exchange. */
  parts: readonly (string | number)[]
}

/** Id of the record that describes the WARC files of a job. */
export const warcinfoIdOf = (jobPrefix: string): string => recordId(jobPrefix, 'warcinfo')

/** Returns the start of an exchange in ISO 8601, as `WARC-Date` needs it. */
export const dateOf = ({ startedAtMs }: Pick<WireExchange, 'startedAtMs'>): string =>
  new Date(startedAtMs).toISOString()

/** Id of the record of the answer of an exchange. */
const responseIdOf = ({ parts }: ExchangePlace): string => recordId(...parts, 'response')

/** Returns the records of an exchange in the order in which they are written. */
export async function exchangeRecords(
  exchange: WireExchange,
  place: ExchangePlace,
  hidden: ReadonlySet<string>,
): Promise<WireMember[]> {
  const { url, status, body, cut } = exchange
  const date = dateOf(exchange)
  const responseId = responseIdOf(place)
  const common = [
    ['WARC-Target-URI', url],
    ['WARC-Warcinfo-ID', `<${place.warcinfoId}>`],
  ] as const
  const digest = await wireDigest([body])
  const response = await warcMember({
    type: 'response',
    id: responseId,
    date,
    contentType: 'application/http;msgtype=response',
    fields: [...common, ...(cut === null ? [] : [['WARC-Truncated', cut] as const]), ['WARC-Payload-Digest', digest]],
    block: [responseHead(exchange), body],
  })
  const request = await warcMember({
    type: 'request',
    id: recordId(...place.parts, 'request'),
    date,
    contentType: 'application/http;msgtype=request',
    fields: [...common, ['WARC-Concurrent-To', `<${responseId}>`]],
    block: requestBlock(exchange, hidden),
  })
  const answer = { url, date, status, mime: mimeOf(exchange), digest, ...askedOf(exchange) }
  // A player must not show an answer whose body is missing in place of a whole one. It shows none of a redirect.
  const isIndexed = cut === null || body.byteLength > 0 || isRedirect(status)
  return [
    { entry: { bytes: response.byteLength, ...(isIndexed ? { answer } : {}) }, bytes: response },
    { entry: { bytes: request.byteLength }, bytes: request },
  ]
}

/** What is known about the page of an answer. */
export interface WireFacts {
  /** URL of the page that linked here first; null for a page that the caller named. */
  via: string | null
  depth: number
  /** Position of the page in the ledger. */
  seq: number
  /** Time of the last attempt, milliseconds; null when it is not known. */
  fetchMs: number | null
}

/** Returns the record that describes the page of an answer (WARC 1.1, section 6.6). */
export async function metadataRecord(
  { url, date }: { url: string; date: string },
  facts: WireFacts,
  place: ExchangePlace,
): Promise<WireMember> {
  const { via, depth, seq, fetchMs } = facts
  const bytes = await warcMember({
    type: 'metadata',
    id: recordId(...place.parts, 'metadata'),
    date,
    contentType: 'application/warc-fields',
    fields: [
      ['WARC-Target-URI', url],
      ['WARC-Warcinfo-ID', `<${place.warcinfoId}>`],
      ['WARC-Concurrent-To', `<${responseIdOf(place)}>`],
    ],
    block: [
      warcFields([
        ...(via === null ? [] : [['via', via] as const]),
        ['hopsFromSeed', 'L'.repeat(depth)],
        ...(fetchMs === null ? [] : [['fetchTimeMs', String(fetchMs)] as const]),
        ['seinePage', String(seq)],
      ]),
    ],
  })
  return { entry: { bytes: bytes.byteLength }, bytes }
}

/** Returns how the answer was requested, as far as an index says it. */
function askedOf({ method, requestBody, requestHeaders }: WireExchange): Pick<WireAnswer, 'method' | 'requestBody'> {
  if (method === 'GET') return {}
  return requestBody === null ? { method } : { method, requestBody: requestQuery(typeOf(requestHeaders), requestBody) }
}

/** Returns the media type of an answer without its parameters. */
const mimeOf = ({ headers }: Pick<WireExchange, 'headers'>): string => typeOf(headers).split(';', 1)[0]!.trim()

const typeOf = (headers: WireHeaders): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
