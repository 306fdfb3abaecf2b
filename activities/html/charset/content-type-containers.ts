/**
 * Tells office documents and books from other ZIP and OLE files by the names inside, without
 * inflating anything.
 *
 * ZIP: .ZIP File Format Specification (APPNOTE) 4.3; OPC (ECMA-376 part 2); OpenDocument 1.3 part 2,
 * 3.3 and EPUB 3 OCF 4.2 (the `mimetype` entry). OLE: MS-CFB 2.6, stream names in UTF-16LE.
 */
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import type { DocumentKind } from '@seine/shared/pages/documents.ts'

/** What a container holds. */
export interface ContainerContent {
  /** Null for what no extractor reads. */
  kind: DocumentKind | null
  /** What it is; for a kind that is read, its media type. */
  mediaType: string
  /** Whether it needs a password. */
  isEncrypted: boolean
}

const openXml = 'application/vnd.openxmlformats-officedocument'

/** Media types of the kinds of document. */
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

/** What a ZIP file holds. */
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

/** Content of a first entry named `mimetype` that is stored, or null. */
function statedMediaType(file: Buffer): string | null {
  if (file.length < localHeaderBytes + 8 || file.toString('latin1', 0, 4) !== localHeader) return null
  const nameLength = file.readUInt16LE(26)
  if (nameLength !== 8 || file.toString('latin1', 30, 38) !== 'mimetype' || file.readUInt16LE(8) !== 0) return null
  const start = localHeaderBytes + nameLength + file.readUInt16LE(28)
  // A size of 0 stands in the record after the data; the next entry ends it then.
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

/** The entries of the central directory; of a file without one, those the local headers tell of. */
function entriesOf(file: Buffer): Entries {
  const searchFrom = Math.max(0, file.length - endRecordBytes - commentMaxBytes)
  const end = file.lastIndexOf('PK\x05\x06', file.length, 'latin1')
  const found: Entries = { names: new Set(), isEncrypted: false }
  if (end >= searchFrom && end + endRecordBytes <= file.length) {
    // Bytes may stand before the archive: the directory ends where the end record begins.
    const start = end - file.readUInt32LE(end + 12)
    readHeaders(file, Math.max(0, start), centralHeader, found)
  }
  if (found.names.size === 0) readHeaders(file, 0, localEntry, found)
  return found
}

/** One kind of header: where its fields stand. */
interface HeaderLayout {
  magic: string
  bytes: number
  flags: number
  nameLength: number
  /** Bytes after the name. */
  rest(file: Buffer, at: number): number
  /** Whether the next header has to be looked for. */
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
  // The size is 0 where the data was streamed; it stands after the data then.
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

/** Streams by which OLE files are known, the more telling first. */
const oleStreams: readonly [stream: string, mediaType: string][] = [
  ['WordDocument', 'application/msword'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['VisioDocument', 'application/vnd.visio'],
  ['__nameid_version1.0', 'application/vnd.ms-outlook'],
]

/** What an OLE compound file holds. An office document with a password is one, whatever it was before. */
export function oleContent(bytes: Uint8Array): ContainerContent {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const has = (stream: string): boolean => file.includes(stream, 0, 'utf16le')
  if (has('EncryptedPackage')) return { kind: null, mediaType: openXml, isEncrypted: true }
  const found = oleStreams.find(([stream]) => has(stream))
  return { kind: null, mediaType: found?.[1] ?? 'application/x-ole-storage', isEncrypted: false }
}
