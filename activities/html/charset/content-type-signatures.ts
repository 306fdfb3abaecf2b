/** Recognizes binary types by their first bytes, following the signatures of the WHATWG MIME Sniffing Standard. */
import type { DocumentKind } from '@seine/shared/pages/documents.ts'

/** A type found by signature: a document kind that is read, or a type that is refused. */
export interface SignedType {
  mediaType: string
  /** Null when no extractor reads the type. */
  kind: DocumentKind | 'zip' | 'ole' | null
}

interface Signature {
  mediaType: string
  /** Bytes of the signature, in Latin-1. */
  magic: string
  /** Position of the magic bytes. @default 0 */
  offset?: number
  /** Further bytes that must be present, in Latin-1. */
  also?: { magic: string; offset: number }
  kind?: SignedType['kind']
}

const isoImage = (brand: string, mediaType: string): Signature => ({
  mediaType,
  magic: 'ftyp',
  offset: 4,
  also: { magic: brand, offset: 8 },
  kind: 'image',
})

const riff = (form: string, mediaType: string, kind: SignedType['kind'] = null): Signature => ({
  mediaType,
  magic: 'RIFF',
  also: { magic: form, offset: 8 },
  kind,
})

const signatures: readonly Signature[] = [
  { mediaType: 'application/zip', magic: 'PK\x03\x04', kind: 'zip' },
  { mediaType: 'application/zip', magic: 'PK\x05\x06', kind: 'zip' },
  { mediaType: 'application/x-ole-storage', magic: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', kind: 'ole' },
  { mediaType: 'application/rtf', magic: '{\\rtf', kind: 'rtf' },
  { mediaType: 'image/png', magic: '\x89PNG\r\n\x1a\n', kind: 'image' },
  { mediaType: 'image/jpeg', magic: '\xff\xd8\xff', kind: 'image' },
  { mediaType: 'image/gif', magic: 'GIF87a', kind: 'image' },
  { mediaType: 'image/gif', magic: 'GIF89a', kind: 'image' },
  riff('WEBPVP', 'image/webp', 'image'),
  isoImage('avif', 'image/avif'),
  isoImage('avis', 'image/avif'),
  isoImage('heic', 'image/heic'),
  isoImage('heix', 'image/heic'),
  isoImage('mif1', 'image/heif'),
  { mediaType: 'image/bmp', magic: 'BM', also: { magic: '\0\0\0\0', offset: 6 }, kind: 'image' },
  { mediaType: 'image/x-icon', magic: '\0\0\x01\0', kind: 'image' },
  { mediaType: 'image/tiff', magic: 'II*\0', kind: 'image' },
  { mediaType: 'image/tiff', magic: 'MM\0*', kind: 'image' },
  riff('WAVE', 'audio/wave'),
  riff('AVI ', 'video/avi'),
  { mediaType: 'application/gzip', magic: '\x1f\x8b' },
  { mediaType: 'application/zstd', magic: '\x28\xb5\x2f\xfd' },
  { mediaType: 'application/x-7z-compressed', magic: '7z\xbc\xaf\x27\x1c' },
  { mediaType: 'application/vnd.rar', magic: 'Rar!\x1a\x07' },
  { mediaType: 'application/x-bzip2', magic: 'BZh', also: { magic: '1AY&SY', offset: 4 } },
  { mediaType: 'application/x-xz', magic: '\xfd7zXZ\0' },
  { mediaType: 'application/x-tar', magic: 'ustar', offset: 257 },
  { mediaType: 'video/mp4', magic: 'ftyp', offset: 4 },
  { mediaType: 'video/webm', magic: '\x1a\x45\xdf\xa3' },
  { mediaType: 'audio/ogg', magic: 'OggS\0' },
  { mediaType: 'audio/mpeg', magic: 'ID3' },
  { mediaType: 'audio/flac', magic: 'fLaC' },
  { mediaType: 'font/woff', magic: 'wOFF' },
  { mediaType: 'font/woff2', magic: 'wOF2' },
  { mediaType: 'application/wasm', magic: '\0asm' },
  { mediaType: 'application/x-executable', magic: '\x7fELF' },
  { mediaType: 'application/x-msdownload', magic: 'MZ\x90\0' },
  { mediaType: 'application/vnd.sqlite3', magic: 'SQLite format 3\0' },
  { mediaType: 'application/postscript', magic: '%!PS-Adobe-' },
]

/**
 * Returns the type whose signature the content begins with, or null.
 * @param start first bytes as Latin-1.
 * @param looksBinary whether they contain control characters: without these, a printable signature such as "ID3" or
 * "GIF89a" may be the beginning of a text.
 */
export function signedType(start: string, looksBinary: boolean): SignedType | null {
  for (const { mediaType, magic, offset = 0, also, kind = null } of signatures) {
    if (!start.startsWith(magic, offset)) continue
    if (also !== undefined && !start.startsWith(also.magic, also.offset)) continue
    if (!looksBinary && kind !== 'rtf' && isPrintable(magic)) continue
    return { mediaType, kind }
  }
  return null
}

const isPrintable = (magic: string): boolean => /^[\x20-\x7e]+$/.test(magic)
