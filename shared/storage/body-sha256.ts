/** SHA-256 of the body of a request, which signatures of S3 contain. */
import { createHash, hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { archiveLimits } from '../config/limits.ts'

/** Returns the digest (hex). A large body is hashed in pieces that do not block the event loop. */
export async function bodySha256(body: Uint8Array): Promise<string> {
  const { hashPieceBytes } = archiveLimits
  if (body.byteLength <= hashPieceBytes) return hash('sha256', body)
  const digest = createHash('sha256')
  for (let at = 0; at < body.byteLength; at += hashPieceBytes) {
    digest.update(body.subarray(at, at + hashPieceBytes))
    await nextTurn()
  }
  return digest.digest('hex')
}
