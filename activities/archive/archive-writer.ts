/**
 * One archive on its way into the store: files in, a ZIP streamed out in parts.
 *
 * Entries are named by us, never by a site. Memory holds one entry and the upload's parts: `add`
 * resolves when the entry has been taken. ZIP64 appears only where it is needed.
 */
import { Readable } from 'node:stream'
import yazl from 'yazl'
import type { Store } from '@seine/shared/storage/object-store.ts'

export interface ArchiveWriter {
  /** Adds a file. @param compress false for bytes that are compressed already. */
  add(name: string, content: string | Uint8Array, options?: { compress?: boolean }): Promise<void>
  /** Ends the archive and waits until the store has all of it. */
  close(): Promise<void>
  /** Gives the archive up: the store drops the parts it has. */
  abort(reason: unknown): Promise<void>
}

/** Entries carry one fixed time, so that equal content makes equal archives. */
const entryTime = new Date('2000-01-01T00:00:00Z')

/** Starts an archive under a key. */
export function createZipWriter(store: Store, key: string): ArchiveWriter {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  const upload = store.upload(key, output, 'application/zip')
  let failure: unknown = null
  let onFailure: (() => void) | null = null
  upload.catch((error: unknown) => {
    failure = error
    onFailure?.()
  })
  return {
    async add(name, content, options = {}) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content
      await new Promise<void>((resolve, reject) => {
        onFailure = () => reject(failure)
        if (failure !== null) return reject(failure)
        zip.addReadStreamLazy(
          name,
          { compress: options.compress ?? true, size: bytes.byteLength, mtime: entryTime },
          (give) => {
            const stream = Readable.from([bytes])
            stream.once('end', resolve)
            give(null, stream)
          },
        )
      })
    },
    async close() {
      zip.end()
      await upload
    },
    async abort(reason) {
      output.destroy(reason instanceof Error ? reason : new Error('the archive was given up'))
      await upload.catch(() => undefined)
    },
  }
}
