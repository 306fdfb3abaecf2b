/**
 * Determines the encoding of a response and decodes it.
 *
 * Order of precedence: byte order mark, Content-Type header, declaration in the content, then evidence (valid UTF-8
 * is UTF-8, anything else is the most likely legacy encoding). A declaration that the bytes contradict is ignored,
 * where a browser would show unreadable text. Names follow the WHATWG Encoding Standard.
 */
import { isUtf8 } from 'node:buffer'
import { once } from '@seine/shared/values/once.ts'
import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding.js'
import { byteOrderMark, declaredInside, headerEncoding, unmarkedUtf16 } from './charset-declaration.ts'
import { guessEncoding, priceOfReading, type LanguageHint } from './charset-guess.ts'
import type { ContentKind } from './content-kind.ts'

/** Decoded content. */
export interface DecodedText {
  text: string
  /** Name of the encoding used, as in the Encoding Standard; null when not applicable. */
  charset: string | null
  warnings: string[]
}

/** The encoding chosen for some bytes. */
interface Choice {
  encoding: string
  /** Why a declaration was ignored. */
  warning?: string
}

/**
 * Decodes a response in linear time. Never throws; invalid bytes become U+FFFD.
 * @param bytes body after content decoding.
 * @param header value of Content-Type, or null.
 * @param kind determines which declarations are searched: meta elements, XML declarations.
 * @param url final URL; its top-level domain is a hint when nothing is declared.
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
  const utf8 = isUtf8(bytes)
  // Most pages are UTF-8 by their header: the content is not searched for a declaration, which could change nothing.
  const inside = once(() => declaredInside(bytes, kind))
  const hint = (): LanguageHint => ({ language: statedLanguage(bytes, kind), domain: topLevelDomain(url) })
  const declared = outside ?? inside()
  if (declared === null) return decodeUndeclared(bytes, utf8, hint)
  if (declared === 'utf-16le' || declared === 'utf-16be') return decodeAs(bytes, chooseUtf16(bytes, declared, utf8))
  if (declared === 'utf-8')
    return utf8 ? decodeAs(bytes, { encoding: 'utf-8' }) : decodeBrokenUtf8(bytes, inside(), hint)
  return decodeAs(bytes, chooseLegacy(bytes, declared, inside(), utf8, hint))
}

function decodeAs(bytes: Uint8Array<ArrayBuffer>, { encoding, warning }: Choice): DecodedText {
  const warnings = warning === undefined ? [] : [warning]
  return { text: withoutMarks(decoderOf(encoding).decode(bytes)), charset: encoding, warnings }
}

/** Removes byte order marks: concatenated files contain several, and the decoder removes only one. */
const withoutMarks = (text: string): string => (text.startsWith('\ufeff') ? text.replace(/^\ufeff+/, '') : text)

/** Uses the platform decoder for Unicode, where it is fast and correct; for other encodings it follows ICU instead. */
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

/** Detects ISO-2022-JP by its escape sequences; all its bytes are ASCII. */
function switchesToJapanese(bytes: Uint8Array<ArrayBuffer>): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = buffer.indexOf('\x1b$')
  if (start === -1) return false
  const set = buffer[start + 2]
  return (set === 0x42 || set === 0x40) && buffer.includes('\x1b(', start)
}

/** Chooses the encoding for declared UTF-16; valid UTF-8 without control characters is not UTF-16. */
function chooseUtf16(bytes: Uint8Array<ArrayBuffer>, declared: string, utf8: boolean): Choice {
  const found = unmarkedUtf16(bytes)
  if (found !== null) return { encoding: found }
  if (!utf8 || bytes.subarray(0, 1_024).some(isControl)) return { encoding: declared }
  return { encoding: 'utf-8', warning: contradicted(declared, 'utf-8') }
}

const isControl = (byte: number): boolean => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13

/** Decodes invalid data declared as UTF-8: few faults become replacement characters, many mean another encoding. */
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
 * Chooses the encoding for a declared legacy encoding: it holds unless the bytes are UTF-8, or cannot be decoded as
 * declared, or the declaration in the content gives a much more likely text than the header.
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

/** Bits per byte by which a reading must be more likely to be clearly better. */
const clearlyBits = 1.5

const isMultiByte = (encoding: string): boolean => /^(?:gb|big5|shift_jis|euc-|iso-2022)/.test(encoding)

/** Returns true when more than two, and over a tenth, of the non-ASCII characters could not be decoded. */
function isMostlyFaulty(text: string): boolean {
  const { faults, sound } = countFaults(text)
  return faults > 2 && faults * 10 > sound
}

interface Utf8Reading {
  text: string
  /** Number of replacement characters. */
  faults: number
  /** Number of other non-ASCII characters. */
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

/** Returns true when text in valid UTF-8 has at least `count` non-ASCII characters. */
function hasSequences(bytes: Uint8Array, count: number): boolean {
  let left = count
  for (let i = 0; i < bytes.byteLength && left > 0; i++) if ((bytes[i] ?? 0) >= 0xc0) left--
  return left === 0
}

const faultsWarning = (faults: number): string => `${faults} bytes are not valid UTF-8`

const contradicted = (declared: string, encoding: string): string =>
  `declared as ${declared}, but the bytes do not match: read as ${encoding}`

/** Returns the primary language subtag of the root element; null when it states none. */
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
