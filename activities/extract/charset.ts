/**
 * Bytes to text: which encoding a response is in, and the text it makes.
 *
 * Order: byte order mark, Content-Type header, declaration inside the content, then evidence (valid
 * UTF-8 is UTF-8, the rest windows-1252). Labels follow the WHATWG Encoding Standard.
 */
import { isUtf8 } from 'node:buffer'
import { extractLimits } from '@seine/shared/config/limits.ts'
import type { ContentKind } from './content-type.ts'

/** Decoded content. */
export interface DecodedText {
  text: string
  /** Name of the encoding used, as the Encoding Standard spells it; null for what has none. */
  charset: string | null
  warnings: string[]
}

/**
 * Decodes a response.
 * @param bytes decoded body.
 * @param header value of Content-Type, or null.
 * @param kind whose declarations are looked for: meta elements, XML declarations.
 */
export function decodeText(bytes: Uint8Array<ArrayBuffer>, header: string | null, kind: ContentKind): DecodedText {
  const marked = byteOrderMark(bytes)
  if (marked !== null) return { text: new TextDecoder(marked).decode(bytes), charset: marked, warnings: [] }
  const declared = encodingOf(headerCharset(header)) ?? declaredInside(bytes, kind)
  if (declared === null) {
    const charset = isUtf8(bytes) ? 'utf-8' : 'windows-1252'
    return { text: new TextDecoder(charset).decode(bytes), charset, warnings: [] }
  }
  if (declared === 'utf-8' && !isUtf8(bytes)) return decodeBrokenUtf8(bytes)
  return { text: new TextDecoder(declared).decode(bytes), charset: declared, warnings: [] }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return null
}

function headerCharset(header: string | null): string | null {
  const match = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;]+))/i.exec(header ?? '')
  return match === null ? null : (match[1] ?? match[2] ?? match[3] ?? null)
}

/** The standard's name for a label, or null for one it does not know. */
function encodingOf(label: string | null): string | null {
  if (label === null) return null
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return null
  }
}

/** The declaration in the content itself. Readable as ASCII, so it cannot truly say UTF-16. */
function declaredInside(bytes: Uint8Array, kind: ContentKind): string | null {
  if (kind !== 'html' && kind !== 'xml') return null
  const length = Math.min(bytes.byteLength, extractLimits.charsetPrescanBytes)
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1')
  const xml = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(start)
  const encoding = encodingOf(xml?.[1] ?? null) ?? (kind === 'html' ? declaredByMeta(start) : null)
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8'
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding
}

/** The first meta element outside comments that names a known encoding. */
function declaredByMeta(start: string): string | null {
  const markers = /<!--|<meta[\s/]/gi
  for (let match = markers.exec(start); match !== null; match = markers.exec(start)) {
    if (match[0] === '<!--') {
      const end = start.indexOf('-->', match.index + 2)
      if (end === -1) return null
      markers.lastIndex = end + 3
      continue
    }
    const end = start.indexOf('>', match.index)
    const tag = start.slice(match.index, end === -1 ? start.length : end)
    const encoding = encodingOf(/charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(tag)?.[1] ?? null)
    if (encoding !== null) return encoding
    if (end === -1) return null
    markers.lastIndex = end
  }
  return null
}

/** Declared UTF-8 with bytes that are none: a few faults stay replacement characters, many mean another encoding. */
function decodeBrokenUtf8(bytes: Uint8Array<ArrayBuffer>): DecodedText {
  const text = new TextDecoder().decode(bytes)
  let faults = 0
  let sound = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0xfffd) faults++
    else if (code > 0x7f) sound++
  }
  if (faults <= Math.max(1, sound)) {
    return { text, charset: 'utf-8', warnings: [`${faults} bytes are not valid UTF-8`] }
  }
  return {
    text: new TextDecoder('windows-1252').decode(bytes),
    charset: 'windows-1252',
    warnings: ['declared as UTF-8, which it is not: read as windows-1252'],
  }
}
