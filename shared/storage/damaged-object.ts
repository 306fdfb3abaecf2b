/** Objects whose content cannot be read: truncated, overwritten or corrupted in the store. */
import { createZstdDecompress } from 'node:zlib'

/** Thrown when the object exists but its content is damaged. Reading it again gives the same result. */
export class DamagedObjectError extends Error {
  override readonly name = 'DamagedObjectError'
  readonly key: string
  /** The reason in words. */
  readonly why: string
  /**
   * The part that could be decompressed before the damage; empty when nothing could be decompressed, and for damaged
   * JSON.
   */
  readonly readable: Uint8Array

  constructor(key: string, why: string, readable: Uint8Array = new Uint8Array()) {
    super(`object ${key} is damaged: ${why}`)
    this.key = key
    this.why = why
    this.readable = readable
  }
}

/** Parses an object as JSON. @throws DamagedObjectError when it is not JSON. */
export function jsonOfObject(key: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as unknown
  } catch (error) {
    // The parser quotes the text, which may be part of a page.
    throw new DamagedObjectError(key, error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message)
  }
}

/** For `catch` after a read: returns null when the object is damaged. @throws any other error. */
export function nullWhenDamaged(error: unknown): null {
  if (error instanceof DamagedObjectError) return null
  throw error
}

/** Reads an object as JSON; null when it is missing or damaged. @throws StoreUnavailableError */
export async function readableJson<T>(
  store: { getJson<Value>(key: string): Promise<Value | null> },
  key: string,
): Promise<T | null> {
  return await store.getJson<T>(key).catch(nullWhenDamaged)
}

/**
 * Returns what a truncated zstd stream yields before its end: blocks of up to 128 KiB. A complete stream with a wrong
 * checksum yields nothing, because any of its bytes may be wrong.
 */
export async function partBeforeCut(compressed: Uint8Array): Promise<Uint8Array> {
  const decoder = createZstdDecompress()
  const pieces: Buffer[] = []
  decoder.on('data', (piece: Buffer) => pieces.push(piece))
  const wrong = await new Promise<boolean>((resolve) => {
    decoder.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code?.startsWith('ZSTD_') === true))
    decoder.once('end', () => resolve(false))
    decoder.end(compressed)
  })
  return wrong ? new Uint8Array() : Buffer.concat(pieces)
}

/**
 * Parses the lines of an object, each of which is JSON.
 * @param key of the object, for the error.
 * @throws DamagedObjectError
 */
export function jsonLinesIn<Line>(key: string, bytes: Uint8Array): Line[] {
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8').split('\n')
  try {
    return lines.map((line) => JSON.parse(line) as Line)
  } catch {
    throw new DamagedObjectError(key, 'it is not lines of JSON')
  }
}
