/**
 * Stores texts temporarily and reads them back in another order: compressed, in memory while they are few, otherwise in
 * an unlinked file that disappears with the process.
 */
import { randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { quickZstd } from './packed-bytes.ts'
import { SpoolFullError, type SpoolSpace } from './spool-space.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Position of a text in the spool. */
export interface SpooledText {
  at: number
  bytes: number
}

export class Spool {
  readonly #buffer: Buffer
  #used = 0
  /** Bytes written to the file; the buffer holds the bytes after them. */
  #written = 0
  #file: FileHandle | null = null
  readonly #space: SpoolSpace

  /**
   * @param space where space for the file is reserved.
   * @param bufferBytes bytes held in memory before they are written to the file.
   */
  constructor(space: SpoolSpace, bufferBytes: number = archiveLimits.spoolBufferBytes) {
    this.#space = space
    this.#buffer = Buffer.allocUnsafeSlow(bufferBytes)
  }

  /** True once there is a file. */
  get spilled(): boolean {
    return this.#file !== null
  }

  /** Stores a text. Calls must not overlap. @throws SpoolFullError */
  async add(text: string): Promise<SpooledText> {
    const bytes = await spooledBytes(text)
    if (this.#used + bytes.byteLength > this.#buffer.byteLength) await this.#spill()
    const place = { at: this.#written + this.#used, bytes: bytes.byteLength }
    if (bytes.byteLength > this.#buffer.byteLength) {
      await this.#write(bytes)
    } else {
      this.#buffer.set(bytes, this.#used)
      this.#used += bytes.byteLength
    }
    return place
  }

  /** Reads a stored text, in UTF-8; may be called any number of times. */
  async read({ at, bytes }: SpooledText): Promise<Buffer> {
    if (at >= this.#written)
      return await decompress(this.#buffer.subarray(at - this.#written, at - this.#written + bytes))
    const buffer = Buffer.allocUnsafe(bytes)
    const { bytesRead } = await this.#file!.read(buffer, 0, bytes, at)
    if (bytesRead !== bytes) throw new Error(`the spool file ends after ${at + bytesRead} bytes`)
    return await decompress(buffer)
  }

  /** Closes the file and releases its space. */
  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = null
    this.#space.give(this.#written)
    this.#written = 0
  }

  async #spill(): Promise<void> {
    await this.#write(this.#buffer.subarray(0, this.#used))
    this.#used = 0
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#space.take(bytes.byteLength)
    let from = 0
    try {
      this.#file ??= await openUnnamed()
      while (from < bytes.byteLength) {
        const { bytesWritten } = await this.#file.write(bytes, from, bytes.byteLength - from, this.#written)
        from += bytesWritten
        this.#written += bytesWritten
      }
    } catch (error) {
      throw isFull(error) ? new SpoolFullError('the temporary folder is full', { cause: error }) : error
    } finally {
      this.#space.give(bytes.byteLength - from)
    }
  }
}

/** Returns a text in the form in which a spool holds it. */
export const spooledBytes = async (text: string): Promise<Buffer> => await compress(text, quickZstd)

const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')

async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `seine-spool-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
