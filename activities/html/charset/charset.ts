/**
 * Bytes to text: which encoding a response is in, and the text it makes.
 *
 * Order: byte order mark, Content-Type header, declaration inside the content, then evidence (valid
 * UTF-8 is UTF-8, the rest the likeliest legacy encoding). A declaration that the bytes contradict
 * gives way: browsers would show nonsense. Names follow the WHATWG Encoding Standard.
 */
import { isUtf8 } from 'node:buffer'
import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding.js'
import { byteOrderMark, declaredInside, headerEncoding, unmarkedUtf16 } from './charset-declaration.ts'
import { guessEncoding, priceOfReading, type LanguageHint } from './charset-guess.ts'
import type { ContentKind } from './content-kind.ts'

/** Decoded content. */
export interface DecodedText {
  text: string
  /** Name of the encoding used, as the Encoding Standard spells it; null for what has none. */
  charset: string | null
  warnings: string[]
}

/** Which encoding to read some bytes in. */
interface Choice {
  encoding: string
  /** Why a declaration was passed over. */
  warning?: string
}

/**
 * Decodes a response. Linear; nothing throws, faulty bytes become U+FFFD.
 * @param bytes decoded body.
 * @param header value of Content-Type, or null.
 * @param kind whose declarations are looked for: meta elements, XML declarations.
 * @param url final URL; its top-level domain is a hint where nothing is declared.
 */
export function decodeText(
  bytes: Uint8Array<ArrayBuffer>,
  header: string | null,
  kind: ContentKind,
  url: string | null = null,
): DecodedText {
  const marked = byteOrderMark(bytes)
  if (marked !== null) return decodeAs(bytes, { encoding: marked })
  const outside = headerEncoding(header)
  const inside = declaredInside(bytes, kind)
  const hint = (): LanguageHint => ({ language: statedLanguage(bytes, kind), domain: topLevelDomain(url) })
  const declared = outside ?? inside
  const utf8 = isUtf8(bytes)
  if (declared === null) return decodeUndeclared(bytes, utf8, hint)
  if (declared === 'utf-16le' || declared === 'utf-16be') return decodeAs(bytes, chooseUtf16(bytes, declared, utf8))
  if (declared === 'utf-8') return utf8 ? decodeAs(bytes, { encoding: 'utf-8' }) : decodeBrokenUtf8(bytes, inside, hint)
  return decodeAs(bytes, chooseLegacy(bytes, declared, inside, utf8, hint))
}

function decodeAs(bytes: Uint8Array<ArrayBuffer>, { encoding, warning }: Choice): DecodedText {
  const warnings = warning === undefined ? [] : [warning]
  return { text: withoutMarks(decoderOf(encoding).decode(bytes)), charset: encoding, warnings }
}

/** Files put together have several marks, of which the decoder cuts one. */
const withoutMarks = (text: string): string => (text.startsWith('\ufeff') ? text.replace(/^\ufeff+/, '') : text)

/** The platform's own decoder is fast and right for Unicode; of the others it follows ICU, not the standard. */
const decoderOf = (encoding: string): TextDecoder =>
  encoding.startsWith('utf-') ? new TextDecoder(encoding) : new LegacyDecoder(encoding)

function decodeUndeclared(bytes: Uint8Array<ArrayBuffer>, utf8: boolean, hint: () => LanguageHint): DecodedText {
  const wide = unmarkedUtf16(bytes)
  if (wide !== null) return decodeAs(bytes, { encoding: wide })
  if (utf8) return decodeAs(bytes, { encoding: switchesToJapanese(bytes) ? 'iso-2022-jp' : 'utf-8' })
  const { text, faults, sound } = readUtf8(bytes)
  if (faults * 4 <= sound) return { text, charset: 'utf-8', warnings: [faultsWarning(faults)] }
  return decodeAs(bytes, { encoding: guessEncoding(bytes, hint()) })
}

/** ISO-2022-JP is ASCII to the eye; its escape sequences betray it. */
function switchesToJapanese(bytes: Uint8Array<ArrayBuffer>): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = buffer.indexOf('\x1b$')
  if (start === -1) return false
  const set = buffer[start + 2]
  return (set === 0x42 || set === 0x40) && buffer.includes('\x1b(', start)
}

/** Half of each character of UTF-16 is a control character in many scripts; text without any is something else. */
function chooseUtf16(bytes: Uint8Array<ArrayBuffer>, declared: string, utf8: boolean): Choice {
  const found = unmarkedUtf16(bytes)
  if (found !== null) return { encoding: found }
  if (!utf8 || bytes.subarray(0, 1_024).some(isControl)) return { encoding: declared }
  return { encoding: 'utf-8', warning: contradicted(declared, 'utf-8') }
}

const isControl = (byte: number): boolean => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13

/** Declared UTF-8 with bytes that are none: a few faults stay replacement characters, many mean another encoding. */
function decodeBrokenUtf8(
  bytes: Uint8Array<ArrayBuffer>,
  inside: string | null,
  hint: () => LanguageHint,
): DecodedText {
  const { text, faults, sound } = readUtf8(bytes)
  if (faults <= sound) return { text, charset: 'utf-8', warnings: [faultsWarning(faults)] }
  const encoding = inside !== null && inside !== 'utf-8' ? inside : guessEncoding(bytes, hint())
  return decodeAs(bytes, { encoding, warning: contradicted('utf-8', encoding) })
}

/**
 * A declared legacy encoding holds unless the bytes are UTF-8, or cannot be read as declared, or what
 * the content says of itself makes far better text than what the header says.
 */
function chooseLegacy(
  bytes: Uint8Array<ArrayBuffer>,
  declared: string,
  inside: string | null,
  utf8: boolean,
  hint: () => LanguageHint,
): Choice {
  if (utf8) {
    const needed = inside === 'utf-8' ? 1 : isMultiByte(declared) ? 8 : 2
    if (!hasSequences(bytes, needed)) return { encoding: declared }
    return { encoding: 'utf-8', warning: contradicted(declared, 'utf-8') }
  }
  const rival = inside !== null && inside !== declared && inside !== 'utf-8' ? inside : null
  if (rival !== null && priceOfReading(bytes, rival) + clearlyBits < priceOfReading(bytes, declared)) {
    return { encoding: rival, warning: contradicted(declared, rival) }
  }
  if (isMultiByte(declared) && isMostlyFaulty(new LegacyDecoder(declared).decode(bytes))) {
    const { faults, sound } = readUtf8(bytes)
    const encoding = faults < sound ? 'utf-8' : guessEncoding(bytes, hint())
    if (encoding !== declared) return { encoding, warning: contradicted(declared, encoding) }
  }
  return { encoding: declared }
}

/** Bits per byte by which one reading must be likelier than another to be clearly the better. */
const clearlyBits = 1.5

const isMultiByte = (encoding: string): boolean => /^(?:gb|big5|shift_jis|euc-|iso-2022)/.test(encoding)

/** True when a tenth of what is beyond ASCII could not be decoded, and more than a slip. */
function isMostlyFaulty(text: string): boolean {
  const { faults, sound } = countFaults(text)
  return faults > 2 && faults * 10 > sound
}

interface Utf8Reading {
  text: string
  /** Replacement characters. */
  faults: number
  /** Other characters beyond ASCII. */
  sound: number
}

function readUtf8(bytes: Uint8Array<ArrayBuffer>): Utf8Reading {
  const text = new TextDecoder().decode(bytes)
  return { text, ...countFaults(text) }
}

function countFaults(text: string): { faults: number; sound: number } {
  let faults = 0
  let sound = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0xfffd) faults++
    else if (code > 0x7f) sound++
  }
  return { faults, sound }
}

/** True when text that is valid UTF-8 has so many characters beyond ASCII. */
function hasSequences(bytes: Uint8Array, count: number): boolean {
  let left = count
  for (let i = 0; i < bytes.byteLength && left > 0; i++) if ((bytes[i] ?? 0) >= 0xc0) left--
  return left === 0
}

const faultsWarning = (faults: number): string => `${faults} bytes are not valid UTF-8`

const contradicted = (declared: string, encoding: string): string =>
  `declared as ${declared}, which the bytes are not: read as ${encoding}`

/** The primary subtag of the root element's language. */
function statedLanguage(bytes: Uint8Array, kind: ContentKind): string | null {
  if (kind !== 'html' && kind !== 'feed' && kind !== 'xml') return null
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4_096)).toString('latin1')
  const match = /<(?:html|rss|feed)\s[^>]{0,500}?lang\s*=\s*["']?([a-z]{2,3})\b/i.exec(start)
  return match?.[1]?.toLowerCase() ?? null
}

function topLevelDomain(url: string | null): string | null {
  const host = url === null ? undefined : URL.parse(url)?.hostname
  return host?.slice(host.lastIndexOf('.') + 1) ?? null
}
