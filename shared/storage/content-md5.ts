/** MD5 of bytes, which S3 uses for parts and for the header `Content-MD5`. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { archiveLimits } from '../config/limits.ts'

/** Returns the MD5, computed in pieces that do not block the event loop. */
export async function md5Of(bytes: Uint8Array): Promise<Buffer> {
  const digest = createHash('md5')
  for (let at = 0; at < bytes.byteLength; at += archiveLimits.hashPieceBytes) {
    digest.update(bytes.subarray(at, at + archiveLimits.hashPieceBytes))
    await setImmediate()
  }
  return digest.digest()
}

/** Returns the value of the header `Content-MD5` for a body (RFC 1864). */
export const contentMd5 = async (bytes: Uint8Array): Promise<string> => (await md5Of(bytes)).toString('base64')
