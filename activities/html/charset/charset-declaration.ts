/**
 * Reads the encoding that a response states: byte order mark, Content-Type header, declaration in the content.
 * Names and labels follow the WHATWG Encoding Standard.
 */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { normalizeEncoding } from '@exodus/bytes/encoding.js'
import type { ContentKind } from './content-kind.ts'
import { scanMarkup, type Attribute, type ContentModel, type MarkupHandler } from '../scanner.ts'

/** Labels that servers send but the standard does not define. */
const strayLabels: ReadonlyMap<string, string> = new Map([
  ['cp932', 'shift_jis'],
  ['cp936', 'gbk'],
  ['cp949', 'euc-kr'],
  ['cp950', 'big5'],
  ['ansi', 'windows-1252'],
  ['latin-1', 'windows-1252'],
  ['latin-2', 'iso-8859-2'],
  ['mac-cyrillic', 'x-mac-cyrillic'],
  ['utf_8', 'utf-8'],
  ['utf8mb4', 'utf-8'],
])

/** Returns the encoding of a byte order mark; null if none exists. */
export function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return null
}

/** Minimum number of bytes for detecting UTF-16. */
const patternBytes = 8

/**
 * Detects UTF-16 without a byte order mark by its zero bytes: in markup and ASCII text every second byte is zero.
 * @returns the encoding, or null when the first bytes do not match.
 */
export function unmarkedUtf16(bytes: Uint8Array): string | null {
  const length = Math.min(bytes.byteLength, 512) & ~1
  if (length < patternBytes) return null
  let little = 0
  let big = 0
  for (let i = 0; i < length; i += 2) {
    const [first = 0, second = 0] = [bytes[i], bytes[i + 1]]
    if (first === 0 || second === 0) {
      if (!isText(first + second)) return null
      if (second === 0) little++
      else big++
    }
  }
  const many = length / 6
  // A few characters have their zero byte on the other side, for example 一 and halves of emoji.
  if (little >= many && big * 4 < little) return 'utf-16le'
  return big >= many && little * 4 < big ? 'utf-16be' : null
}

/** Returns false for control characters that occur next to zero bytes only in binary data. */
const isText = (code: number): boolean => code >= 0x20 || code === 9 || code === 10 || code === 13

/** Returns the encoding in the charset parameter of a Content-Type header, or null. Repeated headers are joined. */
export function headerEncoding(header: string | null): string | null {
  const match = /[;,\s]charset\s*=\s*["']?([^\s"';,]+)/i.exec(header ?? '')
  return encodingOf(match?.[1] ?? null)
}

/** Returns the encoding declared in the content. A declaration readable as ASCII cannot be UTF-16: UTF-8 is used. */
export function declaredInside(bytes: Uint8Array, kind: ContentKind): string | null {
  if (kind !== 'html' && kind !== 'xml' && kind !== 'feed' && kind !== 'image') return null
  const length = Math.min(bytes.byteLength, extractLimits.charsetPrescanBytes)
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1')
  const xml = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(start)
  const encoding = encodingOf(xml?.[1] ?? null) ?? (kind === 'html' ? declaredByMeta(start) : null)
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8'
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding
}

/** Returns the standard's name for a label; null when it is unknown or the standard replaces it. */
function encodingOf(label: string | null): string | null {
  if (label === null) return null
  const trimmed = label.trim().toLowerCase()
  // "windows1251", "win-1251"
  const windows = /^(?:windows|win)-?(\d{3,4})$/.exec(trimmed)
  const known = normalizeEncoding(windows === null ? trimmed : `windows-${windows[1]}`)
  if (known !== null) return known === 'replacement' ? null : known
  return strayLabels.get(trimmed) ?? null
}

/** Most pages declare their encoding within this many characters (the standard requires the first 1,024 bytes). */
const firstLookCharacters = 2_048

/** Returns the encoding of the first meta element that names a known one; ignores comments, scripts and attributes. */
function declaredByMeta(start: string): string | null {
  if (!/charset/i.test(start)) return null
  return metaEncoding(start.slice(0, firstLookCharacters)) ?? metaEncoding(start)
}

function metaEncoding(markup: string): string | null {
  const reader = new MetaReader()
  scanMarkup(markup, reader, extractLimits.attributesPerElementMax)
  return reader.encoding
}

/** Elements whose content is read as text (HTML standard, 13.2.6.4.4 and following). */
const textElements: ReadonlyMap<string, ContentModel> = new Map([
  ['title', 'text-with-references'],
  ['textarea', 'text-with-references'],
  ['xmp', 'raw-text'],
  ['iframe', 'raw-text'],
  ['noembed', 'raw-text'],
  ['noframes', 'raw-text'],
  ['plaintext', 'rest-is-text'],
])

class MetaReader implements MarkupHandler {
  encoding: string | null = null

  startTag(name: string, attributes: Attribute[]): ContentModel {
    if (name === 'meta') this.encoding ??= encodingOf(metaLabel(attributes))
    return textElements.get(name) ?? 'markup'
  }

  endTag(): void {}

  text(): void {}

  doctype(): void {}

  inForeignContent(): boolean {
    return false
  }
}

/** Returns the label of a meta element: its charset, or that of a Content-Type pragma (HTML standard, 13.2.3.2). */
function metaLabel(attributes: Attribute[]): string | null {
  const value = (name: string): string | null => attributes.find((each) => each.name === name)?.value ?? null
  const charset = value('charset')
  if (charset !== null) return charset
  if (value('http-equiv')?.trim().toLowerCase() !== 'content-type') return null
  return /charset\s*=\s*["']?\s*([^\s"';,]{1,40})/i.exec(value('content') ?? '')?.[1] ?? null
}
