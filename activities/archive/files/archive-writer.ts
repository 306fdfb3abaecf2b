/**
 * Streams one archive into the store: takes files and uploads a ZIP in parts.
 *
 * The service names the entries; a site never does. Memory holds an entry or two, the directory and the upload's parts:
 * `add` resolves when the upload has taken all of the entry but its last piece. An interrupted archive is written again
 * from its first file; parts with equal content are not uploaded again.
 */
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32, createDeflateRaw, zstdDecompressSync } from 'node:zlib'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { uploadInParts, type UploadReport } from '@seine/shared/storage/upload-in-parts.ts'
import { deflated, type DeflatedContent } from './deflated-content.ts'
import { packedBytes } from './packed-bytes.ts'
import { PieceQueue } from './piece-queue.ts'
import { bytePieces } from './text-pieces.ts'
import { dataDescriptor, directoryRecord, endRecords, localHeader, type ZipEntry } from './zip-records.ts'

/** The content of a file: as a whole, or as pieces produced on demand. */
type EntryContent = string | Uint8Array | AsyncIterable<Uint8Array>

/** Takes files one after the other. */
export interface ArchiveWriter {
  /**
   * Adds a file.
   * @param options `compress`: false for bytes that are already compressed.
   */
  add(name: string, content: EntryContent, options?: { compress?: boolean }): Promise<void>
  /** Adds a file that has been compressed before. */
  addDeflated(name: string, content: DeflatedContent): Promise<void>
  /** Ends the archive and waits until the store has all of it. */
  close(): Promise<UploadReport>
  /** Aborts this upload; the parts already in the store remain for the next attempt. */
  abort(reason: unknown): Promise<void>
}

export interface ZipWriterOptions {
  /** Size of an upload part, bytes. @default archiveLimits.uploadPartBytes */
  partBytes?: number
  /** @default application/zip */
  contentType?: string
}

/** Writes entries one after the other, then the directory. */
class ZipSequence {
  readonly pieces = new PieceQueue()
  /**
   * Records of the directory, joined to blocks, since many small buffers would cost more than their bytes, and
   * compressed until the archive ends.
   */
  readonly #directory: Buffer[] = []
  #records: Buffer[] = []
  #recordBytes = 0
  #entries = 0
  #offset = 0
  /** Bytes written since other work had its turn. */
  #turnBytes = 0

  /** Adds an entry whose data is complete. @param isOwned whether its memory is freed once the upload has it. */
  async whole(
    name: string,
    data: Uint8Array,
    content: { bytes: number; crc: number },
    { isDeflated, isOwned = false }: { isDeflated: boolean; isOwned?: boolean },
  ): Promise<void> {
    const sizes = { storedBytes: data.byteLength, ...content }
    const entry = { ...this.#begin(name, isDeflated), ...sizes }
    await this.#push(localHeader(entry))
    await this.#push(data, isOwned)
    this.#note(entry)
    // The queue alone never yields to the event loop.
    this.#turnBytes += content.bytes
    if (this.#turnBytes < archiveLimits.entryPieceBytes) return
    this.#turnBytes = 0
    await nextTurn()
  }

  /** Adds long bytes as they are; their sizes stand before them, because readers of streams cannot find their end. */
  async stored(name: string, bytes: Uint8Array): Promise<void> {
    let crc = 0
    for await (const piece of bytePieces(bytes)) crc = crc32(piece, crc)
    const size = bytes.byteLength
    const entry = { ...this.#begin(name, false), crc, bytes: size, storedBytes: size }
    await this.#push(localHeader(entry))
    for await (const piece of bytePieces(bytes)) await this.#push(piece)
    this.#note(entry)
  }

  /** Adds an entry whose data is produced on demand. */
  async streamed(name: string, content: AsyncIterable<Uint8Array>, isDeflated: boolean): Promise<void> {
    const entry = { ...this.#begin(name, isDeflated), hasDescriptor: true }
    await this.#push(localHeader(entry))
    const counted = counting(content, entry)
    const startsAt = this.#offset
    for await (const piece of isDeflated ? deflating(counted) : counted) await this.#push(piece)
    entry.storedBytes = this.#offset - startsAt
    await this.#push(dataDescriptor(entry))
    this.#note(entry)
  }

  async end(): Promise<void> {
    const startsAt = this.#offset
    for (const block of this.#directory) await this.#push(zstdDecompressSync(block))
    if (this.#records.length > 0) await this.#push(Buffer.concat(this.#records))
    await this.#push(endRecords(this.#entries, this.#offset - startsAt, startsAt))
    this.pieces.end()
  }

  #begin(name: string, isDeflated: boolean): ZipEntry {
    const empty = { crc: 0, storedBytes: 0, bytes: 0 }
    return { name: Buffer.from(name), isDeflated, hasDescriptor: false, offset: this.#offset, ...empty }
  }

  async #push(piece: Uint8Array, isOwned = false): Promise<void> {
    this.#offset += piece.byteLength
    await this.pieces.push(piece, isOwned)
  }

  #note(entry: ZipEntry): void {
    const record = directoryRecord(entry)
    this.#entries += 1
    this.#records.push(record)
    this.#recordBytes += record.byteLength
    if (this.#recordBytes >= archiveLimits.entryPieceBytes) this.#join()
  }

  #join(): void {
    this.#directory.push(packedBytes(Buffer.concat(this.#records)))
    this.#records = []
    this.#recordBytes = 0
  }
}

/** Passes content on and notes its size and checksum. */
async function* counting(
  content: AsyncIterable<Uint8Array>,
  entry: Pick<ZipEntry, 'bytes' | 'crc'>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    entry.bytes += piece.byteLength
    entry.crc = crc32(piece, entry.crc)
    yield piece
  }
}

/** Compresses content on threads. */
function deflating(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const source = Readable.from(content, { objectMode: false, highWaterMark: archiveLimits.entryPieceBytes })
  const deflate = createDeflateRaw({ level: archiveLimits.deflateLevel })
  source.on('error', (error) => deflate.destroy(error))
  deflate.on('close', () => source.destroy())
  return source.pipe(deflate)
}

const isShort = (content: EntryContent): content is Uint8Array =>
  content instanceof Uint8Array && content.byteLength <= archiveLimits.entryPieceBytes

/** Starts an archive under the given key. */
export function createZipWriter(store: Store, key: string, options: ZipWriterOptions = {}): ArchiveWriter {
  const zip = new ZipSequence()
  const upload = uploadInParts(store, key, zip.pieces, { contentType: 'application/zip', ...options })
  upload.catch((error: unknown) => zip.pieces.fail(error))
  return {
    async add(name, given, { compress = true } = {}) {
      const content = typeof given === 'string' ? Buffer.from(given) : given
      if (!isShort(content)) {
        if (!(content instanceof Uint8Array)) await zip.streamed(name, content, compress)
        else if (compress) await zip.streamed(name, bytePieces(content), true)
        else await zip.stored(name, content)
      } else if (compress) {
        const { deflated: data, ...facts } = deflated(content)
        await zip.whole(name, data, facts, { isDeflated: true, isOwned: true })
      } else {
        const facts = { bytes: content.byteLength, crc: crc32(content) }
        await zip.whole(name, content, facts, { isDeflated: false })
      }
    },
    async addDeflated(name, { deflated: data, ...facts }) {
      await zip.whole(name, data, facts, { isDeflated: true })
    },
    async close() {
      await zip.end()
      return await upload
    },
    async abort(reason) {
      zip.pieces.fail(reason instanceof Error ? reason : new Error('the archive was aborted'))
      await upload.catch(() => undefined)
    },
  }
}
