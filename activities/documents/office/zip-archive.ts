/**
 * Reads ZIP archives in memory: the central directory first, entries on demand.
 *
 * Decompression never exceeds the limits, whatever sizes the archive declares. Format: PKWARE
 * APPNOTE 6.3, without split archives.
 */
import { inflateRawSync } from 'node:zlib'
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import { UnreadableContentError } from '@seine/shared/pages/extraction.ts'

/** Location and sizes of an entry. */
interface ZipEntry {
  method: number
  isEncrypted: boolean
  packedBytes: number
  declaredBytes: number
  headerAt: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const entryBytes = 46
const localBytes = 30
const commentMaxBytes = 0xffff
/** Value of a 32-bit field whose real value is in the ZIP64 extra field. */
const elsewhere = 0xffffffff
const zip64Field = 1
const stored = 0
const deflated = 8
/** Signature of the OLE file that contains an encrypted office document. */
const oleSignature = 0xe011cfd0

/** An archive whose directory has been read. Names have forward slashes and are case-insensitive. */
export class ZipArchive {
  readonly #bytes: Uint8Array<ArrayBuffer>
  readonly #view: DataView
  readonly #entries = new Map<string, ZipEntry>()
  readonly #names: string[] = []
  #inflatedBytes = 0

  /** @throws UnreadableContentError when the bytes are not a ZIP archive. */
  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    try {
      this.#readDirectory()
    } catch (error) {
      if (error instanceof RangeError) throw broken('the directory of the archive points outside it')
      throw error
    }
  }

  /** Entry names as written, in directory order, up to `entriesMax`. */
  get names(): readonly string[] {
    return this.#names
  }

  has(name: string): boolean {
    return this.#entries.has(keyOf(name))
  }

  /**
   * Returns the content of an entry; null when no entry has this name.
   * @throws UnreadableContentError when it is encrypted, damaged or beyond the limits.
   */
  read(name: string): Uint8Array<ArrayBuffer> | null {
    const entry = this.#entries.get(keyOf(name))
    if (entry === undefined) return null
    if (entry.isEncrypted) throw new UnreadableContentError('encrypted_document', 'the document needs a password')
    const cap = Math.min(documentLimits.entryMaxBytes, documentLimits.inflatedMaxBytes - this.#inflatedBytes)
    if (entry.declaredBytes > cap) throw tooLarge()
    const content = entry.method === stored ? this.#packed(entry) : this.#inflated(entry, cap)
    if (content.byteLength > cap) throw tooLarge()
    this.#inflatedBytes += content.byteLength
    return content
  }

  #inflated(entry: ZipEntry, cap: number): Uint8Array<ArrayBuffer> {
    if (entry.method !== deflated) throw broken(`compression method ${entry.method} is not supported`)
    try {
      return inflateRawSync(this.#packed(entry), { maxOutputLength: Math.max(1, cap) })
    } catch (error) {
      if (error instanceof RangeError) throw tooLarge()
      throw broken('an entry of the archive is damaged')
    }
  }

  #packed(entry: ZipEntry): Uint8Array<ArrayBuffer> {
    const at = entry.headerAt
    if (at + localBytes > this.#bytes.byteLength || this.#view.getUint32(at, true) !== localSignature) {
      throw broken('an entry of the archive is missing')
    }
    const start = at + localBytes + this.#view.getUint16(at + 26, true) + this.#view.getUint16(at + 28, true)
    if (start + entry.packedBytes > this.#bytes.byteLength) throw broken('an entry of the archive is cut off')
    return this.#bytes.subarray(start, start + entry.packedBytes)
  }

  #readDirectory(): void {
    const view = this.#view
    const end = endOfDirectory(view)
    if (end === null) throw noArchive(view)
    const size = view.getUint32(end + 12, true)
    // Bytes before the archive shift all offsets.
    const shift = size === elsewhere ? 0 : Math.max(0, end - size - view.getUint32(end + 16, true))
    let at = size === elsewhere ? this.#directoryOfZip64(end) : end - size
    for (let i = 0; i < documentLimits.entriesMax && at + entryBytes <= end; i++) {
      if (view.getUint32(at, true) !== entrySignature) break
      at = this.#readEntry(at, shift)
    }
  }

  /** Returns the start of the directory when it does not fit into the end record. */
  #directoryOfZip64(end: number): number {
    const record = Number(this.#view.getBigUint64(end - 12, true))
    return Number(this.#view.getBigUint64(record + 48, true))
  }

  /** @returns the position of the next entry. */
  #readEntry(at: number, shift: number): number {
    const view = this.#view
    const nameEnd = at + entryBytes + view.getUint16(at + 28, true)
    const extraEnd = nameEnd + view.getUint16(at + 30, true)
    const sizes = {
      declaredBytes: view.getUint32(at + 24, true),
      packedBytes: view.getUint32(at + 20, true),
      headerAt: view.getUint32(at + 42, true),
    }
    this.#widen(sizes, nameEnd, extraEnd)
    const raw = this.#bytes.subarray(at + entryBytes, nameEnd)
    const name = new TextDecoder().decode(raw).replaceAll('\\', '/')
    const entry = {
      ...sizes,
      headerAt: sizes.headerAt + shift,
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    }
    if (!this.#entries.has(keyOf(name))) {
      this.#entries.set(keyOf(name), entry)
      this.#names.push(name)
    }
    return extraEnd + view.getUint16(at + 32, true)
  }

  /** Reads sizes that need 64 bits from the extra field. */
  #widen(sizes: Pick<ZipEntry, 'declaredBytes' | 'packedBytes' | 'headerAt'>, from: number, end: number): void {
    for (let at = from; at + 4 <= end; at += 4 + this.#view.getUint16(at + 2, true)) {
      if (this.#view.getUint16(at, true) !== zip64Field) continue
      let value = at + 4
      for (const key of ['declaredBytes', 'packedBytes', 'headerAt'] as const) {
        if (sizes[key] !== elsewhere) continue
        sizes[key] = Number(this.#view.getBigUint64(value, true))
        value += 8
      }
      return
    }
  }
}

/** Searches the end record backwards, because a comment may follow it. */
function endOfDirectory(view: DataView): number | null {
  const last = view.byteLength - endBytes
  for (let at = last; at >= Math.max(0, last - commentMaxBytes); at--) {
    if (view.getUint32(at, true) === endSignature) return at
  }
  return null
}

const keyOf = (name: string): string => (name.startsWith('/') ? name.slice(1) : name).toLowerCase()

function noArchive(view: DataView): UnreadableContentError {
  if (view.byteLength >= 4 && view.getUint32(0, true) === oleSignature) {
    return new UnreadableContentError('encrypted_document', 'the document is encrypted, or of an older format')
  }
  return broken('the archive has no directory: it is cut off or of another format')
}

const broken = (message: string): UnreadableContentError => new UnreadableContentError('broken_document', message)

const tooLarge = (): UnreadableContentError =>
  new UnreadableContentError('document_too_large', 'an entry of the archive exceeds the size limit')
