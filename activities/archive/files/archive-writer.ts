/**
 * Streams one archive into the store: takes files and uploads a ZIP in parts.
 *
 * The service names the entries; a site never does. Memory holds an entry or two and the upload's parts: `add` resolves
 * when the entry has been consumed. ZIP64 is used only where it is needed. An interrupted archive is written again from
 * its first file; parts with equal content are not uploaded again.
 */
import { Readable } from 'node:stream'
import yazl from 'yazl'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { uploadInParts, type UploadReport } from '@seine/shared/storage/upload-in-parts.ts'
import { bytePieces } from './text-pieces.ts'

/** The content of a file: as a whole, or as pieces produced on demand. */
type EntryContent = string | Uint8Array | AsyncIterable<Uint8Array>

export interface ArchiveWriter {
  /**
   * Adds a file.
   * @param options `compress`: false for bytes that are already compressed.
   */
  add(name: string, content: EntryContent, options?: { compress?: boolean }): Promise<void>
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

/** Timestamp of every entry, fixed so that equal content gives equal archives. */
const entryTime = new Date('2000-01-01T00:00:00Z')

/** Starts an archive under the given key. */
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
      output.destroy(reason instanceof Error ? reason : new Error('the archive was aborted'))
      await upload.catch(() => undefined)
    },
  }
}

/**
 * Runs `work` with a separately allocated buffer for every small text. The ZIP retains the names of its entries until
 * it ends; a name from the shared buffer pool would keep 64 KiB alive with it.
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

/**
 * Returns a function that hands out the value once and drops its reference. The ZIP retains the callback of every entry
 * until it ends and must not retain the content with it.
 */
function once<T>(value: T): () => T {
  let held: { value: T } | null = { value }
  return () => {
    if (held === null) throw new Error('the content of an entry was requested twice')
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
