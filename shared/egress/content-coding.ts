/** Content codings (RFC 9110, section 8.4): which ones are offered, and how they are decoded. */
import {
  constants,
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
import { commaList } from '../values/comma-list.ts'

/** A decoder stream; `bytesWritten` counts the coded bytes it has consumed. */
export type BodyDecoder = Gunzip | Inflate | InflateRaw | BrotliDecompress | ZstdDecompress

/** Codings that this client decodes. */
export type ContentCoding = 'gzip' | 'deflate' | 'br' | 'zstd'

/** Value of Accept-Encoding: only codings that are decoded within the limits. */
export const acceptEncoding = 'gzip, deflate, br, zstd'

const aliases: Readonly<Record<string, ContentCoding>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
}

/**
 * Parses Content-Encoding.
 * @returns the coding to decode, or null when the body is not decoded: no header, `identity`, or an unknown single
 * word (servers put a charset there; browsers ignore it as well).
 * @throws EgressError `decode_error` when there is more than one layer, which only decompression bombs need.
 */
export function readContentCoding(header: string | undefined): ContentCoding | null {
  const layers = commaList((header ?? '').toLowerCase()).filter((token) => token !== 'identity')
  if (layers.length > 1) throw fault('decode_error', 'it has more than one layer')
  const [layer = ''] = layers
  return Object.hasOwn(aliases, layer) ? (aliases[layer] ?? null) : null
}

/**
 * Creates the decoder of a body.
 * @param firstChunk start of the coded body, not empty. `deflate` means the zlib format, but some servers send raw
 * deflate data; the first byte distinguishes them.
 * @param isCut true for a body whose end is missing: of `gzip` and `deflate`, what there is is decoded without a fault.
 */
export function createDecoder(coding: ContentCoding, firstChunk: Uint8Array, isCut = false): BodyDecoder {
  const { decoderChunkBytes: chunkSize } = egressLimits
  if (coding === 'br') return createBrotliDecompress({ chunkSize })
  if (coding === 'zstd') return createZstdDecompress({ chunkSize })
  const options = { chunkSize, finishFlush: isCut ? constants.Z_SYNC_FLUSH : constants.Z_FINISH }
  if (coding === 'gzip') return createGunzip(options)
  return ((firstChunk[0] ?? 0) & 0x0f) === 8 ? createInflate(options) : createInflateRaw(options)
}
