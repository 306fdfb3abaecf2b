/**
 * Reads ZIP archives out of memory: the central directory first, entries when they are asked for.
 *
 * Nothing is inflated beyond the caps, whatever the archive declares of itself. Format: PKWARE
 * APPNOTE 6.3, without split archives.
 */
import { inflateRawSync } from 'node:zlib'
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import { UnreadableContentError } from '@seine/shared/pages/extraction.ts'

/** Where the data of an entry is. */
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
/** A field that is too small for its value holds this; the value is in the ZIP64 extra field. */
const elsewhere = 0xffffffff
const zip64Field = 1
const stored = 0
const deflated = 8
/** What an office document is wrapped in when it is encrypted. */
const oleSignature = 0xe011cfd0

/** An archive with its directory read. Names have forward slashes; letter case does not matter. */
export class ZipArchive {
  readonly #bytes: Uint8Array<ArrayBuffer>
  readonly #view: DataView
  readonly #entries = new Map<string, ZipEntry>()
  readonly #names: string[] = []
  #inflatedBytes = 0

  /** @throws UnreadableContentError when the bytes are no ZIP archive. */
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

  /** Names as written, in directory order, up to `entriesMax`. */
  get names(): readonly string[] {
    return this.#names
  }

  has(name: string): boolean {
    return this.#entries.has(keyOf(name))
  }

  /**
   * Content of an entry, or null when there is none of this name.
   * @throws UnreadableContentError when it is encrypted, damaged or beyond the caps.
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
    if (entry.method !== deflated) throw broken(`compression method ${entry.method} is none of the format`)
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
    // Bytes in front of the archive shift everything.
    const shift = size === elsewhere ? 0 : Math.max(0, end - size - view.getUint32(end + 16, true))
    let at = size === elsewhere ? this.#directoryOfZip64(end) : end - size
    for (let i = 0; i < documentLimits.entriesMax && at + entryBytes <= end; i++) {
      if (view.getUint32(at, true) !== entrySignature) break
      at = this.#readEntry(at, shift)
    }
  }

  /** Where the directory begins when the end record has no room to say so. */
  #directoryOfZip64(end: number): number {
    const record = Number(this.#view.getBigUint64(end - 12, true))
    return Number(this.#view.getBigUint64(record + 48, true))
  }

  /** @returns where the next entry begins. */
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

  /** Takes sizes that need 64 bits from the extra field. */
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

/** Searches backwards: a comment may follow the record. */
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
  new UnreadableContentError('document_too_large', 'an entry of the archive is larger than is read')
