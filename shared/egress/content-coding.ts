/** Content codings (RFC 9110, section 8.4): which ones are offered, and how they are decoded. */
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
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
  return isZlibFormat(firstChunk) ? createInflate(options) : createInflateRaw(options)
}

const isZlibFormat = (start: Uint8Array): boolean => ((start[0] ?? 0) & 0x0f) === 8

/**
 * Decodes a whole small body on the calling thread: a decoder stream would spend several times as much on its way
 * through the thread pool.
 * @param coded the coded body, not empty.
 * @returns null when the body is damaged or has more than `egressLimits.decodedAtOnceMaxBytes`: a decoder stream then
 * determines the fault.
 */
export function decodeAtOnce(coding: ContentCoding, coded: Uint8Array): Uint8Array | null {
  const options = { chunkSize: egressLimits.decoderChunkBytes, maxOutputLength: egressLimits.decodedAtOnceMaxBytes }
  try {
    if (coding === 'br') return brotliDecompressSync(coded, options)
    if (coding === 'zstd') return zstdDecompressSync(coded, options)
    if (coding === 'gzip') return gunzipSync(coded, options)
    return isZlibFormat(coded) ? inflateSync(coded, options) : inflateRawSync(coded, options)
  } catch {
    return null
  }
}
