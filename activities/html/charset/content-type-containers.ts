/**
 * Distinguishes office documents and e-books from other ZIP and OLE files by the names in the archive, without
 * decompressing anything.
 *
 * ZIP: .ZIP File Format Specification (APPNOTE) 4.3; OPC (ECMA-376 part 2); OpenDocument 1.3 part 2,
 * 3.3 and EPUB 3 OCF 4.2 (the `mimetype` entry). OLE: MS-CFB 2.6, stream names in UTF-16LE.
 */
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import type { DocumentKind } from '@seine/shared/pages/documents.ts'

/** The content of a container. */
export interface ContainerContent {
  /** Null when no extractor reads the content. */
  kind: DocumentKind | null
  /** Media type of the content. */
  mediaType: string
  /** Whether the content needs a password. */
  isEncrypted: boolean
}

const openXml = 'application/vnd.openxmlformats-officedocument'

/** Media types of the document kinds. */
export const officeMediaTypes: Readonly<Record<'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'epub', string>> = {
  docx: `${openXml}.wordprocessingml.document`,
  xlsx: `${openXml}.spreadsheetml.sheet`,
  pptx: `${openXml}.presentationml.presentation`,
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  epub: 'application/epub+zip',
}

type OfficeKind = keyof typeof officeMediaTypes

const openDocumentKinds: readonly [prefix: string, kind: OfficeKind][] = [
  [officeMediaTypes.odt, 'odt'],
  [officeMediaTypes.ods, 'ods'],
  [officeMediaTypes.odp, 'odp'],
  [officeMediaTypes.epub, 'epub'],
]

const packageKinds: readonly [folder: string, kind: OfficeKind][] = [
  ['word/', 'docx'],
  ['xl/', 'xlsx'],
  ['ppt/', 'pptx'],
]

/** Returns the content of a ZIP file. */
export function zipContent(bytes: Uint8Array): ContainerContent {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const stated = statedMediaType(file)
  const { names, isEncrypted } = entriesOf(file)
  const ofOffice = (kind: OfficeKind): ContainerContent => ({ kind, mediaType: officeMediaTypes[kind], isEncrypted })
  for (const [mediaType, kind] of openDocumentKinds) {
    if (stated === mediaType || stated === `${mediaType}-template`) return ofOffice(kind)
  }
  if (stated !== null) return { kind: null, mediaType: stated, isEncrypted: false }
  if (names.has('META-INF/container.xml')) return ofOffice('epub')
  if (names.has('[Content_Types].xml')) {
    if (names.has('xl/workbook.bin')) {
      return { kind: null, mediaType: 'application/vnd.ms-excel.sheet.binary.macroenabled.12', isEncrypted: false }
    }
    for (const [folder, kind] of packageKinds) {
      for (const name of names) if (name.startsWith(folder)) return ofOffice(kind)
    }
  }
  return { kind: null, mediaType: 'application/zip', isEncrypted: false }
}

const localHeader = 'PK\x03\x04'
const localHeaderBytes = 30
const centralHeaderBytes = 46
const endRecordBytes = 22
const commentMaxBytes = 65_535

/** Returns the content of a stored (uncompressed) first entry named `mimetype`, or null. */
function statedMediaType(file: Buffer): string | null {
  if (file.length < localHeaderBytes + 8 || file.toString('latin1', 0, 4) !== localHeader) return null
  const nameLength = file.readUInt16LE(26)
  if (nameLength !== 8 || file.toString('latin1', 30, 38) !== 'mimetype' || file.readUInt16LE(8) !== 0) return null
  const start = localHeaderBytes + nameLength + file.readUInt16LE(28)
  // With size 0 the real size is in the record after the data; then the next header ends the data.
  const size = file.readUInt32LE(18)
  const next = file.indexOf('PK', start, 'latin1')
  const end = size > 0 ? start + Math.min(size, 200) : next
  const text = file.toString('latin1', start, end === -1 ? start + 200 : end).trim()
  return /^[\w.+-]{1,60}\/[\w.+-]{1,120}$/.test(text) ? text.toLowerCase() : null
}

interface Entries {
  /** Names as stored, with slashes. */
  names: Set<string>
  /** True when the content of a file is encrypted. */
  isEncrypted: boolean
}

/** Reads the entries of the central directory; without one, those in the local headers. */
function entriesOf(file: Buffer): Entries {
  const searchFrom = Math.max(0, file.length - endRecordBytes - commentMaxBytes)
  const end = file.lastIndexOf('PK\x05\x06', file.length, 'latin1')
  const found: Entries = { names: new Set(), isEncrypted: false }
  if (end >= searchFrom && end + endRecordBytes <= file.length) {
    // Other bytes may precede the archive; the directory ends where the end record begins.
    const start = end - file.readUInt32LE(end + 12)
    readHeaders(file, Math.max(0, start), centralHeader, found)
  }
  if (found.names.size === 0) readHeaders(file, 0, localEntry, found)
  return found
}

/** Field offsets of one kind of header. */
interface HeaderLayout {
  magic: string
  bytes: number
  flags: number
  nameLength: number
  /** Returns the number of bytes between the name and the next header. */
  rest(file: Buffer, at: number): number
  /** True when the next header must be searched for. */
  isScattered: boolean
}

const centralHeader: HeaderLayout = {
  magic: 'PK\x01\x02',
  bytes: centralHeaderBytes,
  flags: 8,
  nameLength: 28,
  rest: (file, at) => file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32),
  isScattered: false,
}

const localEntry: HeaderLayout = {
  magic: localHeader,
  bytes: localHeaderBytes,
  flags: 6,
  nameLength: 26,
  rest: (file, at) => file.readUInt16LE(at + 28) + file.readUInt32LE(at + 18),
  // Streamed data has size 0 here; the size is after the data.
  isScattered: true,
}

const encryptedFlag = 1

function readHeaders(file: Buffer, from: number, layout: HeaderLayout, found: Entries): void {
  let at = from
  for (let count = 0; count < documentLimits.entriesMax && at + layout.bytes <= file.length; count++) {
    if (file.toString('latin1', at, at + 4) !== layout.magic) {
      at = layout.isScattered ? file.indexOf(layout.magic, at, 'latin1') : -1
      if (at === -1 || at + layout.bytes > file.length) return
    }
    const nameEnd = at + layout.bytes + file.readUInt16LE(at + layout.nameLength)
    const name = file
      .toString('latin1', at + layout.bytes, nameEnd)
      .replaceAll('\\', '/')
      .replace(/^\/+/, '')
    found.names.add(name)
    if ((file.readUInt16LE(at + layout.flags) & encryptedFlag) !== 0) found.isEncrypted = true
    at = nameEnd + layout.rest(file, at)
  }
}

/** Streams that identify OLE files, most specific first. */
const oleStreams: readonly [stream: string, mediaType: string][] = [
  ['WordDocument', 'application/msword'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['VisioDocument', 'application/vnd.visio'],
  ['__nameid_version1.0', 'application/vnd.ms-outlook'],
]

/** Returns the content of an OLE compound file. An office document with a password is one, whatever its format. */
export function oleContent(bytes: Uint8Array): ContainerContent {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const has = (stream: string): boolean => file.includes(stream, 0, 'utf16le')
  if (has('EncryptedPackage')) return { kind: null, mediaType: openXml, isEncrypted: true }
  const found = oleStreams.find(([stream]) => has(stream))
  return { kind: null, mediaType: found?.[1] ?? 'application/x-ole-storage', isEncrypted: false }
}
