/** Content codings of RFC 9110, section 8.4: which are offered and how one is undone. */
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  type BrotliDecompress,
  type Gunzip,
  type Inflate,
  type InflateRaw,
  type ZstdDecompress,
} from 'node:zlib'
import { egressLimits } from '../config/limits.ts'
import { fault } from './connections/faults.ts'

/** A stream that undoes a coding; `bytesWritten` counts the coded bytes it has consumed. */
export type BodyDecoder = Gunzip | Inflate | InflateRaw | BrotliDecompress | ZstdDecompress

/** Codings this client undoes. */
export type ContentCoding = 'gzip' | 'deflate' | 'br' | 'zstd'

/** Value of Accept-Encoding: only what is undone under the caps. */
export const acceptEncoding = 'gzip, deflate, br, zstd'

const aliases: Readonly<Record<string, ContentCoding>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
}

/**
 * Reads Content-Encoding.
 * @returns the coding to undo, or null when the body is to be taken as it is: no header, `identity`,
 * or a single word that is no coding (servers put a charset there; browsers ignore it as well).
 * @throws EgressError `decode_error` for more than one layer, which only bombs need.
 */
export function readContentCoding(header: string | undefined): ContentCoding | null {
  const layers = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '' && token !== 'identity')
  if (layers.length > 1) throw fault('decode_error', 'it has more than one layer')
  const [layer = ''] = layers
  return Object.hasOwn(aliases, layer) ? (aliases[layer] ?? null) : null
}

/**
 * Makes the decoder of a body.
 * @param firstChunk start of the coded body, not empty: `deflate` means the zlib format, but some
 * servers send the bare one; the first byte tells.
 */
export function createDecoder(coding: ContentCoding, firstChunk: Uint8Array): BodyDecoder {
  const options = { chunkSize: egressLimits.decoderChunkBytes }
  if (coding === 'gzip') return createGunzip(options)
  if (coding === 'br') return createBrotliDecompress(options)
  if (coding === 'zstd') return createZstdDecompress(options)
  return ((firstChunk[0] ?? 0) & 0x0f) === 8 ? createInflate(options) : createInflateRaw(options)
}
