/** Compresses bytes that wait in memory: quickly, into no more memory than they need. */
import { constants, zstdCompressSync } from 'node:zlib'

/** Options of zstd for bytes that are read once more and then forgotten. */
export const quickZstd = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Returns the compressed form. The compressor's own result would hold a buffer that is many times as large. */
export function packedBytes(content: string | Uint8Array): Buffer {
  const compressed = zstdCompressSync(content, quickZstd)
  const packed = Buffer.allocUnsafeSlow(compressed.byteLength)
  packed.set(compressed)
  return packed
}
