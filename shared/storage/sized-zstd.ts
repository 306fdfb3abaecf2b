/**
 * Zstandard with sizes. zlib otherwise collects its output in many small buffers and joins them: twice the memory of
 * the content, all of it garbage afterwards.
 */
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { storeLimits } from '../config/limits.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const frameMagic = 0xfd2fb528
const sizeBytes = [0, 2, 4, 8] as const
const dictionaryBytes = [0, 1, 2, 4] as const

/** With a checksum of the content, so that reading an object that the store has damaged fails. */
export const compression = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

/** Compresses bytes on another thread; the result states their size. */
export const compressSized = async (bytes: Uint8Array): Promise<Uint8Array> =>
  await compress(bytes, { ...compression, pledgedSrcSize: bytes.byteLength })

/** Decompresses bytes on another thread. @throws the error of zlib when they are damaged. */
export async function decompressSized(bytes: Uint8Array): Promise<Uint8Array> {
  const size = statedSize(bytes)
  const isUsable = size !== null && size >= constants.Z_MIN_CHUNK && size <= storeLimits.decompressedInOneMaxBytes
  if (!isUsable) return await decompress(bytes)
  // With room for one byte more, zlib does not begin another buffer.
  const content = await decompress(bytes, { chunkSize: size + 1 })
  const { buffer, byteLength } = content
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== size + 1) return content
  return Buffer.from(buffer.transfer(byteLength))
}

/** Returns the size that a frame states (RFC 8878, 3.1.1.1); null when it states none. */
export function statedSize({ buffer, byteOffset, byteLength }: Uint8Array): number | null {
  const view = Buffer.from(buffer, byteOffset, byteLength)
  if (byteLength < 5 || view.readUInt32LE(0) !== frameMagic) return null
  const descriptor = view.readUInt8(4)
  const isSingleSegment = (descriptor & 0x20) !== 0
  const bytes = descriptor >> 6 === 0 && isSingleSegment ? 1 : sizeBytes[(descriptor >> 6) as 0 | 1 | 2 | 3]
  const at = 5 + (isSingleSegment ? 0 : 1) + dictionaryBytes[(descriptor & 3) as 0 | 1 | 2 | 3]
  if (bytes === 0 || byteLength < at + bytes) return null
  if (bytes === 8) return Number(view.readBigUInt64LE(at))
  return view.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0)
}
