/** Reads the bodies of answers as texts in which secrets are searched for. */
import { isUtf8 } from 'node:buffer'
import { egressLimits } from '@seine/shared/config/limits.ts'
import { BodyBuffer } from '@seine/shared/egress/body-buffer.ts'
import { createDecoder, type ContentCoding } from '@seine/shared/egress/content-coding.ts'
import type { WireCut, WireExchange, WireHeaders } from '@seine/shared/egress/connections/wire-exchange.ts'

/** How bytes are read as a text, and how it becomes bytes again. */
interface BodyReading {
  textOf: (bytes: Uint8Array) => string
  bytesOf: (text: string) => Uint8Array
}

/** A body with what is known about it. */
type CodedBody = Pick<WireExchange, 'headers' | 'body' | 'isDecoded' | 'bodyMaxBytes' | 'cut'>

/** A body without its content coding. */
interface DecodedBody {
  body: Uint8Array
  cut: WireCut | null
}

/** The codings that recorded requests accept, by their names. */
const codings: Readonly<Record<string, ContentCoding>> = { gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate' }

/**
 * Returns a body without its content coding: as much of it as was received, and as may be stored. A text that was cut
 * ends with a whole character.
 * @returns null when it cannot be decoded.
 */
export async function decodedBody(exchange: CodedBody): Promise<DecodedBody | null> {
  const decoded = await decode(exchange)
  return decoded === null || decoded.cut === null ? decoded : { ...decoded, body: wholeCharacters(decoded.body) }
}

async function decode({
  headers,
  body,
  isDecoded,
  bodyMaxBytes = egressLimits.pageMaxDecodedBytes,
  cut,
}: CodedBody): Promise<DecodedBody | null> {
  const [coding, ...others] = codingsOf(headers)
  if (isDecoded || coding === undefined || body.byteLength === 0) return { body, cut }
  if (others.length > 0 || !Object.hasOwn(codings, coding)) return null
  const decoder = createDecoder(codings[coding]!, body, cut !== null)
  const decoded = new BodyBuffer(bodyMaxBytes, null)
  decoder.end(body)
  try {
    for await (const chunk of decoder) if (!decoded.append(chunk)) return { body: decoded.take(), cut: 'length' }
    return { body: decoded.take(), cut }
  } catch {
    return null
  }
}

/** Returns a body that was cut, without the character that the cut has halved when it is UTF-8. */
function wholeCharacters(body: Uint8Array): Uint8Array {
  for (let halfBytes = 0; halfBytes < 4 && halfBytes < body.byteLength; halfBytes += 1) {
    const whole = body.subarray(0, body.byteLength - halfBytes)
    if (isUtf8(whole)) return whole
  }
  return body
}

const valueOf = (headers: WireHeaders, wanted: string): string =>
  headers
    .filter(([name]) => name.toLowerCase() === wanted)
    .map(([, value]) => value.trim().toLowerCase())
    .join(',')

const codingsOf = (headers: WireHeaders): string[] =>
  valueOf(headers, 'content-encoding')
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')

const littleEndian = /charset\s*=\s*["']?(?:utf-?16(?:le)?|ucs-2|iso-10646-ucs-2|csunicode|unicode(?:feff)?)(?![\w-])/
const bigEndian = /charset\s*=\s*["']?(?:utf-?16be|unicodefffe)(?![\w-])/
const isText = /^(?:$|text\/|application\/(?:[^;]*\+)?(?:json|xml|javascript|x-www-form-urlencoded))/

// oxlint-disable-next-line no-control-regex -- every character of ASCII
const isAscii = /^[\0-\x7f]*$/

/**
 * Returns the texts that a body may be read as, to be searched one after the other. Bytes without a secret stay the
 * same.
 * @param body without content coding.
 * @returns null when secrets in it would not be found: a text in another charset than Unicode has other bytes for
 *   secrets beyond ASCII.
 */
export function readingsOf(
  headers: WireHeaders,
  body: Uint8Array,
  secrets: readonly string[],
): readonly BodyReading[] | null {
  const bytes = asBuffer(body)
  const type = valueOf(headers, 'content-type')
  const wide = utf16Of(type, bytes)
  if (wide !== null) return [wide, eachByte]
  if (isUtf8(bytes)) return [utf8]
  return isText.test(type) && !secrets.every((secret) => isAscii.test(secret)) ? null : [eachByte]
}

/** Returns UTF-16 when it may be meant by the byte order mark, the header, or a first character of ASCII. */
function utf16Of(type: string, bytes: Buffer): BodyReading | null {
  const start = bytes.toString('latin1', 0, 3)
  if (start.startsWith('\xff\xfe')) return utf16le
  if (start.startsWith('\xfe\xff')) return utf16be
  if (start === '\xef\xbb\xbf') return null
  if (bigEndian.test(type)) return utf16be
  if (littleEndian.test(type)) return utf16le
  if (bytes.byteLength % 2 === 1) return null
  return bytes[0] === 0 ? utf16be : bytes[1] === 0 ? utf16le : null
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const utf8: BodyReading = { textOf: (bytes) => asBuffer(bytes).toString(), bytesOf: (text) => Buffer.from(text) }
const eachByte: BodyReading = {
  textOf: (bytes) => asBuffer(bytes).toString('latin1'),
  bytesOf: (text) => Buffer.from(text, 'latin1'),
}
/** A byte without its other half is left out. */
const utf16le: BodyReading = {
  textOf: (bytes) => asBuffer(bytes).toString('utf16le'),
  bytesOf: (text) => Buffer.from(text, 'utf16le'),
}
const utf16be: BodyReading = {
  textOf: (bytes) =>
    Buffer.from(bytes.subarray(0, bytes.byteLength & ~1))
      .swap16()
      .toString('utf16le'),
  bytesOf: (text) => Buffer.from(text, 'utf16le').swap16(),
}
