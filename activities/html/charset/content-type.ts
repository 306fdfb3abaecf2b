/**
 * Classifies the content of a response. The first bytes have priority over the header; the header decides when they
 * are inconclusive.
 *
 * Follows the WHATWG MIME Sniffing Standard, and additionally distinguishes documents and feeds. Content that only
 * its header calls an image or a document is recognized as the HTML error page that it often is.
 */
import type { TextKind, ContentKind } from './content-kind.ts'
import { unmarkedUtf16 } from './charset-declaration.ts'
import { officeMediaTypes, oleContent, zipContent, type ContainerContent } from './content-type-containers.ts'
import { isJson } from './content-type-json.ts'
import { markupKind, type MarkupKind } from './content-type-markup.ts'
import { signedType, type SignedType } from './content-type-signatures.ts'
import { UnreadableContentError, type ContentFault } from '@seine/shared/pages/extraction.ts'
import type { DocumentKind } from '@seine/shared/pages/documents.ts'

/** The classified content of a response. */
export interface ContentType<Kind extends ContentKind = ContentKind> {
  kind: Kind
  /** Media type without parameters, lower case; the actual type when the content contradicts its header. */
  mediaType: string
}

type FoundType = ContentType<'html' | TextKind> | ContentType<DocumentKind>

const markdownTypes = new Set(['text/markdown', 'text/x-markdown', 'text/vnd.daringfireball.markdown'])

const jsonTypes = new Set(['application/json', 'text/json', 'application/x-ndjson', 'application/ndjson'])
const jsonLineTypes = new Set(['application/jsonl', 'application/jsonlines', 'application/x-jsonlines'])

const tableTypes = new Set([
  'text/csv',
  'application/csv',
  'text/x-csv',
  'text/comma-separated-values',
  'text/tab-separated-values',
  // With this type, content that is not a workbook is a CSV export.
  'application/vnd.ms-excel',
])

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

/** Header values without information about the content. */
const unknownTypes = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/unknown',
  'application/force-download',
  'application/x-download',
  'unknown/unknown',
  '*/*',
])

/** Types that always have a signature; content without it is broken. */
const signedTypes = new Set([
  'application/pdf',
  'application/x-pdf',
  'application/rtf',
  'text/rtf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/bmp',
  'image/tiff',
  'image/x-icon',
  'image/vnd.microsoft.icon',
  'image/svg+xml',
  ...Object.values(officeMediaTypes),
])

/** Number of bytes searched for tags; a licence in a comment may precede the first one. */
const markupBytes = 8_192
/** Number of bytes searched for control characters, as in the MIME Sniffing Standard. */
const sniffedBytes = 1_445
/** The PDF header must begin within this many bytes (ISO 32000-1, annex H.3.4.1). */
const pdfHeaderWithin = 1_024

/** The analysed beginning of the content. */
interface Start {
  bytes: Uint8Array<ArrayBuffer>
  /** Media type from the header, or ''. */
  declared: string
  /** First bytes as Latin-1, with UTF-16 reduced to one byte per character, without byte order mark. */
  text: string
  /** True when it contains control characters that do not occur in text. */
  isBinary: boolean
  markup: MarkupKind | null
}

/**
 * Classifies a response.
 * @param bytes body after content decoding.
 * @param header value of Content-Type, or null.
 * @throws UnreadableContentError naming the type when no extractor reads it, when it is encrypted or
 * when the bytes do not match the header.
 */
export function contentTypeOf(bytes: Uint8Array<ArrayBuffer>, header: string | null): FoundType {
  const declared = namedMediaType(header)
  if (bytes.byteLength === 0) return { kind: 'text', mediaType: declared === '' ? 'text/plain' : declared }
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, markupBytes)).toString('latin1')
  const isWide = /^(?:\xff\xfe|\xfe\xff)/.test(raw) || (bytes[0] !== 0 && unmarkedUtf16(bytes) !== null)
  const isBinary = !isWide && hasControls(raw.slice(0, sniffedBytes))
  const signed = isWide ? null : signedType(raw, isBinary)
  if (signed !== null) return typeOfSigned(bytes, signed)
  if (isPdf(raw, declared, isBinary)) return { kind: 'pdf', mediaType: 'application/pdf' }
  const text = withoutByteOrderMark(raw, isWide)
  return typeOfText({ bytes, declared, text, isBinary, markup: markupKind(text) })
}

/** Returns the media type in a header, lower case; '' when it names none. Repeated headers are joined. */
const namedMediaType = (header: string | null): string =>
  /^[\s"']*([\w.+*-]{1,100}\/[\w.+*-]{1,150})/.exec(header ?? '')?.[1]?.toLowerCase() ?? ''

function typeOfSigned(bytes: Uint8Array<ArrayBuffer>, { kind, mediaType }: SignedType): FoundType {
  if (kind === 'zip') return typeOfContainer(zipContent(bytes))
  if (kind === 'ole') return typeOfContainer(oleContent(bytes))
  if (kind === null) refuse('unsupported_content_type', `no extractor reads ${mediaType}`)
  return { kind, mediaType }
}

function typeOfContainer({ kind, mediaType, isEncrypted }: ContainerContent): FoundType {
  if (isEncrypted) refuse('encrypted_document', `the document needs a password (${mediaType})`)
  if (kind === null) refuse('unsupported_content_type', `no extractor reads ${mediaType}`)
  return { kind, mediaType }
}

function refuse(fault: ContentFault, why: string): never {
  throw new UnreadableContentError(fault, why)
}

/** Recognizes a PDF even with other bytes before its header, but not a page that mentions the header in its text. */
function isPdf(raw: string, declared: string, isBinary: boolean): boolean {
  const at = raw.slice(0, pdfHeaderWithin + 5).indexOf('%PDF-')
  if (at === -1) return false
  if (/^(?:\xef\xbb\xbf)?\s*$/.test(raw.slice(0, at)) || declared.endsWith('/pdf') || declared.endsWith('/x-pdf')) {
    return true
  }
  return isBinary && unknownTypes.has(declared)
}

/** Classifies content without a signature. */
function typeOfText(start: Start): FoundType {
  const { declared, markup, isBinary, bytes, text } = start
  if (unknownTypes.has(declared)) return sniffed(start)
  if (markup === 'xhtml' || markup === 'html') return { kind: 'html', mediaType: declared }
  const isXml = declared === 'text/xml' || declared === 'application/xml' || declared.endsWith('+xml')
  if (markup === 'svg' && (isXml || declared.startsWith('image/'))) return { kind: 'image', mediaType: 'image/svg+xml' }
  const isPage = declared === 'text/html' || declared === 'application/xhtml+xml'
  const isPlain = declared === 'text/plain'
  if (markup === 'feed' && (isXml || isPage || isPlain)) return { kind: 'feed', mediaType: declared }
  if (isPage) return { kind: kindOfPage(start), mediaType: declared }
  if (markdownTypes.has(declared)) return { kind: 'markdown', mediaType: declared }
  if (jsonTypes.has(declared) || jsonLineTypes.has(declared) || declared.endsWith('+json')) {
    return { kind: 'json', mediaType: declared }
  }
  if (signedTypes.has(declared)) refuse('broken_document', `declared as ${declared}, but the bytes do not match`)
  if (isXml) return { kind: 'xml', mediaType: declared }
  if (isBinary) refuse('unsupported_content_type', `no extractor reads binary data labelled ${declared}`)
  if (tableTypes.has(declared)) return { kind: 'csv', mediaType: declared }
  if (isPlain) return { kind: kindOfPlain(markup, isJson(bytes, text)), mediaType: declared }
  if (declared.startsWith('text/') || textTypes.has(declared)) return { kind: 'text', mediaType: declared }
  return refuse('unsupported_content_type', `no extractor reads ${declared}`)
}

function kindOfPlain(markup: MarkupKind | null, json: boolean): TextKind {
  if (json) return 'json'
  return markup === 'xml' || markup === 'svg' ? 'xml' : 'text'
}

/** Classifies content with an HTML header, because servers often send that header for other content. */
function kindOfPage({ bytes, text, markup, isBinary }: Start): 'html' | TextKind {
  if (markup === 'xml') return pageTag.test(text) ? 'html' : 'xml'
  if (markup !== null) return 'html'
  if (isBinary && !text.includes('<')) {
    refuse('unsupported_content_type', 'no extractor reads binary data labelled as HTML')
  }
  if (isJson(bytes, text)) return 'json'
  // Lines without any tag or character reference are plain text, which would lose its line breaks as HTML.
  return !isBinary && text.includes('\n') && !bytes.includes(lessThan) && !/&#?\w+;/.test(text) ? 'text' : 'html'
}

/** XHTML may begin as XML without its root element; other XML such as a sitemap contains none of these tags. */
const pageTag = /<(?:head|body|div|p|table|a|span|title)[\s>]/i

const lessThan = 0x3c

/** Classifies a response without a useful header. */
function sniffed({ bytes, declared, text, isBinary, markup }: Start): FoundType {
  if (markup === 'html') return { kind: 'html', mediaType: 'text/html' }
  if (markup === 'xhtml') return { kind: 'html', mediaType: 'application/xhtml+xml' }
  if (markup === 'feed') return { kind: 'feed', mediaType: 'application/xml' }
  if (markup === 'svg') return { kind: 'image', mediaType: 'image/svg+xml' }
  if (markup === 'xml') return { kind: 'xml', mediaType: 'application/xml' }
  if (isBinary) {
    const what = declared === '' ? 'binary data without a content type' : `binary data labelled ${declared}`
    refuse('unsupported_content_type', `no extractor reads ${what}`)
  }
  if (isJson(bytes, text)) return { kind: 'json', mediaType: 'application/json' }
  // Without a header the content is more likely a page than a download; octet-stream indicates a download.
  if (declared === '' && markup === 'fragment') return { kind: 'html', mediaType: 'text/html' }
  return { kind: 'text', mediaType: 'text/plain' }
}

/** Returns true for control characters that no text encoding uses. */
// oxlint-disable-next-line no-control-regex -- the pattern must match control characters
const hasControls = (start: string): boolean => /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(start)

/** Removes byte order marks and the zero bytes of UTF-16 from the first characters, so that markup is recognizable. */
function withoutByteOrderMark(start: string, isWide: boolean): string {
  if (start.startsWith('\xef\xbb\xbf')) return start.replace(/^(?:\xef\xbb\xbf)+/, '')
  return isWide ? start.replace(/^(?:\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '') : start
}
