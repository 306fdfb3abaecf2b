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

export interface ArchiveWriter {
  /**
   * Adds a file.
   * @param content the whole, or pieces made as they are taken.
   * @param options `compress` false for bytes that are compressed already.
   */
  add(
    name: string,
    content: string | Uint8Array | AsyncIterable<Uint8Array>,
    options?: { compress?: boolean },
  ): Promise<void>
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
      await new Promise<void>((resolve, reject) => {
        if (failure !== null) return reject(failure.error as Error)
        onFailure = reject
        zip.addReadStreamLazy(name, { compress, mtime: entryTime }, (give) => {
          const stream = streamOf(content)
          stream.once('end', resolve)
          stream.once('error', reject)
          give(null, stream)
        })
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

function streamOf(content: string | Uint8Array | AsyncIterable<Uint8Array>): Readable {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const pieces = bytes instanceof Uint8Array ? bytePieces(bytes) : bytes
  return Readable.from(pieces, { objectMode: false, highWaterMark: archiveLimits.entryPieceBytes })
}
