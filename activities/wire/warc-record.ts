/** Writes records of the WARC format (ISO 28500:2017, WARC 1.1), each as a gzip member of its own (annex D). */
import { createHash, type BinaryLike } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { wireLimits } from '@seine/shared/config/limits.ts'

const compress = promisify(gzip)
const lineEnd = '\r\n'

/** A record without its length, which is that of its block. */
export interface WarcRecord {
  type: 'warcinfo' | 'response' | 'request' | 'metadata'
  /** As `recordId` returns it. */
  id: string
  /** ISO 8601, UTC. */
  date: string
  contentType: string
  /** Further named fields, in order, such as `WARC-Target-URI`. */
  fields: readonly (readonly [name: string, value: string])[]
  /** Content of the block, in pieces. */
  block: readonly Uint8Array[]
}

/**
 * Returns the id of a record: the same for the same texts, so that a record that is made again has the same bytes.
 * @returns a URN of a UUID whose bits are those of a hash (RFC 9562, version 8), without angle brackets.
 */
export function recordId(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest()
  hash[6] = (hash[6]! & 0x0f) | 0x80
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.toString('hex', 0, 16)
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
  return `urn:uuid:${groups.join('-')}`
}

/** Returns the digest of some pieces in the form of WARC headers and indexes; long ones let other work run. */
export async function wireDigest(pieces: readonly Uint8Array[]): Promise<string> {
  const hash = createHash('sha256')
  for (const piece of pieces) {
    for (let at = 0; at < piece.byteLength; at += wireLimits.hashPieceBytes) {
      hash.update(piece.subarray(at, at + wireLimits.hashPieceBytes) as BinaryLike)
      if (at + wireLimits.hashPieceBytes < piece.byteLength) await nextTurn()
    }
  }
  return `sha256:${hash.digest('hex')}`
}

/** A field must not end its line: a server chooses parts of URLs and headers. */
export const oneLine = (text: string): string => text.replaceAll(/[\r\n\0]+/g, ' ').trim()

/** Returns a record as a gzip member. */
export async function warcMember({ type, id, date, contentType, fields, block }: WarcRecord): Promise<Buffer> {
  const bytes = block.reduce((sum, piece) => sum + piece.byteLength, 0)
  const head = [
    ['WARC-Type', type],
    ['WARC-Record-ID', `<${id}>`],
    ['WARC-Date', date],
    ...fields,
    ['WARC-Block-Digest', await wireDigest(block)],
    ['Content-Type', contentType],
    ['Content-Length', String(bytes)],
  ] as const
  const lines = head.map(([name, value]) => `${name}: ${oneLine(value)}${lineEnd}`)
  const whole = Buffer.concat([
    Buffer.from(`WARC/1.1${lineEnd}${lines.join('')}${lineEnd}`),
    ...block,
    Buffer.from(lineEnd + lineEnd),
  ])
  return whole.byteLength <= wireLimits.compressedAtOnceMaxBytes ? gzipSync(whole) : await compress(whole)
}

/** Returns a block of the type `application/warc-fields`. */
export const warcFields = (fields: readonly (readonly [name: string, value: string])[]): Buffer =>
  Buffer.from(fields.map(([name, value]) => `${name}: ${oneLine(value)}${lineEnd}`).join(''))
