/**
 * One archive on its way into the store: files in, a ZIP streamed out in parts.
 *
 * Entries are named by us, never by a site. Memory holds an entry or two and the upload's parts:
 * `add` resolves when the entry has been taken. ZIP64 appears only where it is needed. An archive
 * that was cut off is begun again from its first file; parts that come out equal are not sent again.
 */
import { Readable } from 'node:stream'
import yazl from 'yazl'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { uploadInParts, type UploadReport } from '@seine/shared/storage/upload-in-parts.ts'
import { bytePieces } from './text-pieces.ts'

/** A file as a whole, or in pieces made as they are taken. */
type EntryContent = string | Uint8Array | AsyncIterable<Uint8Array>

export interface ArchiveWriter {
  /**
   * Adds a file.
   * @param options `compress` false for bytes that are compressed already.
   */
  add(name: string, content: EntryContent, options?: { compress?: boolean }): Promise<void>
  /** Ends the archive and waits until the store has all of it. */
  close(): Promise<UploadReport>
  /** Gives this attempt up; the parts the store has are left for the next one. */
  abort(reason: unknown): Promise<void>
}

export interface ZipWriterOptions {
  /** Bytes of a part of the upload. @default archiveLimits.uploadPartBytes */
  partBytes?: number
}

/** Entries carry one fixed time, so that equal content makes equal archives. */
const entryTime = new Date('2000-01-01T00:00:00Z')

/** Starts an archive under a key. */
export function createZipWriter(store: Store, key: string, options: ZipWriterOptions = {}): ArchiveWriter {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  const upload = uploadInParts(store, key, output, { contentType: 'application/zip', ...options })
  let failure: { error: unknown } | null = null
  let onFailure: ((error: unknown) => void) | null = null
  upload.catch((error: unknown) => {
    failure = { error }
    onFailure?.(error)
  })
  return {
    async add(name, content, { compress = true } = {}) {
      const take = once(content)
      const compressionLevel = compress ? archiveLimits.deflateLevel : 0
      await new Promise<void>((resolve, reject) => {
        if (failure !== null) return reject(failure.error)
        onFailure = reject
        const give = (callback: (error: null, stream: Readable) => void): void => {
          const stream = streamOf(take())
          stream.once('end', resolve)
          stream.once('error', reject)
          callback(null, stream)
        }
        unpooled(() => zip.addReadStreamLazy(name, { compressionLevel, mtime: entryTime }, give))
      })
    },
    async close() {
      zip.end()
      return await upload
    },
    async abort(reason) {
      output.destroy(reason instanceof Error ? reason : new Error('the archive was given up'))
      await upload.catch(() => undefined)
    },
  }
}

/**
 * Runs something with a buffer of its own for every small text. The ZIP keeps the names of its
 * entries to its end; out of the shared pool, each of them would keep 64 KiB with it.
 */
function unpooled(work: () => void): void {
  const { poolSize } = Buffer
  Buffer.poolSize = 0
  try {
    work()
  } finally {
    Buffer.poolSize = poolSize
  }
}

/** Gives a value away. The ZIP keeps the callback of every entry to its end, and must not keep the content with it. */
function once<T>(value: T): () => T {
  let held: { value: T } | null = { value }
  return () => {
    if (held === null) throw new Error('the content of an entry was asked for twice')
    const given = held.value
    held = null
    return given
  }
}

function streamOf(content: EntryContent): Readable {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const pieces = bytes instanceof Uint8Array ? bytePieces(bytes) : bytes
  return Readable.from(pieces, { objectMode: false, highWaterMark: archiveLimits.entryPieceBytes })
}
