/**
 * What kind of content a response holds: the first bytes decide over the header.
 *
 * A reduced form of the WHATWG MIME Sniffing Standard: binary types are recognised to be refused,
 * text types to be told apart.
 */
import { UnreadableContentError } from './contract.ts'
import type { DocumentKind } from './documents/contract.ts'

/** Kinds whose text is the content. */
export type TextKind = 'text' | 'markdown' | 'json' | 'xml'

/** The kinds an extractor reads. */
export type ContentKind = 'html' | TextKind | DocumentKind

/** A response's content, classified. */
export interface ContentType<Kind extends ContentKind = ContentKind> {
  kind: Kind
  /** Media type without parameters, lower case. */
  mediaType: string
}

/** Signatures of content that is never text, as Latin-1 strings; an `offset` of 0 unless given. */
const binarySignatures: readonly { name: string; magic: string; offset?: number }[] = [
  { name: 'application/pdf', magic: '%PDF-' },
  { name: 'application/zip (or an office document)', magic: 'PK\x03\x04' },
  { name: 'application/zip', magic: 'PK\x05\x06' },
  { name: 'application/gzip', magic: '\x1f\x8b' },
  { name: 'application/zstd', magic: '\x28\xb5\x2f\xfd' },
  { name: 'application/x-7z-compressed', magic: '7z\xbc\xaf\x27\x1c' },
  { name: 'application/vnd.rar', magic: 'Rar!\x1a\x07' },
  { name: 'application/x-bzip2', magic: 'BZh' },
  { name: 'application/x-ole-storage (an office document)', magic: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { name: 'application/rtf', magic: '{\\rtf' },
  { name: 'image/png', magic: '\x89PNG\r\n\x1a\n' },
  { name: 'image/jpeg', magic: '\xff\xd8\xff' },
  { name: 'image/gif', magic: 'GIF8' },
  { name: 'image/x-icon', magic: '\x00\x00\x01\x00' },
  { name: 'image/tiff', magic: 'II*\x00' },
  { name: 'image/webp (or another RIFF format)', magic: 'RIFF' },
  { name: 'video/mp4 (or another ISO media format)', magic: 'ftyp', offset: 4 },
  { name: 'video/webm', magic: '\x1a\x45\xdf\xa3' },
  { name: 'audio/ogg', magic: 'OggS\x00' },
  { name: 'audio/mpeg', magic: 'ID3' },
  { name: 'font/woff', magic: 'wOFF' },
  { name: 'font/woff2', magic: 'wOF2' },
  { name: 'application/wasm', magic: '\x00asm' },
  { name: 'application/x-executable', magic: '\x7fELF' },
]

const markdownTypes = new Set(['text/markdown', 'text/x-markdown', 'text/vnd.daringfireball.markdown'])

const textTypes = new Set([
  'application/javascript',
  'application/x-javascript',
  'application/ecmascript',
  'application/yaml',
  'application/x-yaml',
  'application/toml',
  'application/sql',
  'application/x-sh',
  'application/x-tex',
])

/** Header values that say nothing about the content. */
const unknownTypes = new Set(['', 'application/octet-stream', 'application/unknown', 'unknown/unknown', '*/*'])

const htmlStart = /^<(?:!doctype\s+html|html[\s>])/i
const anyMarkupStart = /^\s*<(?:!--|(?:head|body|script|iframe|h1|div|font|table|a|style|title|b|br|p)[\s>])/i
const xmlStart = /^\s*<\?xml[\s?]/i
const xhtmlRoot = /<html[^>]{0,500}xmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml/i

const sniffedBytes = 1_445

/**
 * Classifies a response.
 * @param bytes decoded body.
 * @param header value of Content-Type, or null.
 * @throws UnreadableContentError naming the type when no extractor reads it.
 */
export function contentTypeOf(
  bytes: Uint8Array,
  header: string | null,
): ContentType<'html' | TextKind> | ContentType<DocumentKind> {
  const declared = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (bytes.byteLength === 0) return { kind: 'text', mediaType: declared === '' ? 'text/plain' : declared }
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, sniffedBytes)).toString('latin1')
  const binary = binarySignatures.find(({ magic, offset = 0 }) => start.startsWith(magic, offset))
  // Letters alone are no proof: a page of text may begin with "ID3", "BZh" or "GIF8".
  if (binary !== undefined && (!isPrintable(binary.magic) || looksBinary(start) || binary.magic === '%PDF-')) {
    refuse(binary.name)
  }
  const text = withoutByteOrderMark(start)
  if (unknownTypes.has(declared)) return sniffed(text, declared)
  const kind = kindOfDeclared(declared, text)
  if (kind === null) refuse(declared)
  if (kind === 'text' && declared === 'text/plain' && !/charset\s*=\s*"?utf-?16/i.test(header ?? '')) {
    if (looksBinary(start)) refuse('binary data labelled text/plain')
  }
  return { kind, mediaType: declared }
}

function refuse(what: string): never {
  throw new UnreadableContentError('unsupported_content_type', `no extractor reads ${what}`)
}

function kindOfDeclared(declared: string, text: string): 'html' | TextKind | null {
  if (declared === 'text/html' || declared === 'application/xhtml+xml') return 'html'
  if (markdownTypes.has(declared)) return 'markdown'
  if (declared === 'application/json' || declared === 'text/json' || declared.endsWith('+json')) return 'json'
  if (declared.startsWith('image/')) return null
  if (declared === 'text/xml' || declared === 'application/xml' || declared.endsWith('+xml')) {
    return xhtmlRoot.test(text) ? 'html' : 'xml'
  }
  if (declared === 'text/plain') return startsAsHtml(text) ? 'html' : 'text'
  return declared.startsWith('text/') || textTypes.has(declared) ? 'text' : null
}

/** For a response without a useful header. */
function sniffed(text: string, declared: string): ContentType<'html' | TextKind> {
  if (startsAsHtml(text)) return { kind: 'html', mediaType: 'text/html' }
  if (xmlStart.test(text)) {
    return xhtmlRoot.test(text)
      ? { kind: 'html', mediaType: 'application/xhtml+xml' }
      : { kind: 'xml', mediaType: 'application/xml' }
  }
  if (looksBinary(text)) refuse(declared === '' ? 'binary data without a content type' : declared)
  // A missing header is a page more often than a download; octet-stream says download.
  if (declared === '' && anyMarkupStart.test(text)) return { kind: 'html', mediaType: 'text/html' }
  return { kind: 'text', mediaType: 'text/plain' }
}

/** True when a document type or root element follows any comments and white space. */
function startsAsHtml(text: string): boolean {
  let rest = text.trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->')
    if (end === -1) return false
    rest = rest.slice(end + 3).trimStart()
  }
  return htmlStart.test(rest)
}

const isPrintable = (magic: string): boolean => /^[\x20-\x7e]+$/.test(magic)

/** True for control characters that no text encoding uses; a UTF-16 mark in front makes NUL a letter half. */
function looksBinary(start: string): boolean {
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')) return false
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(start)
}

/** The first characters with the UTF-8 mark cut and UTF-16 squeezed, so that markup is recognisable. */
function withoutByteOrderMark(start: string): string {
  if (start.startsWith('\xef\xbb\xbf')) return start.slice(3)
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')) return start.slice(2).replaceAll('\0', '')
  return start
}
