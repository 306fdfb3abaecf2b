/** Bodies that inflate a thousandfold and more, in every content coding that a client may accept. */
import { createBrotliCompress, createZstdCompress, constants } from 'node:zlib'
import type { Transform } from 'node:stream'
import { gzipBomb } from '../site/gzip-bomb.ts'

const megabyte = 1024 * 1024

/** Returns the compressed stream of one megabyte of zeros as its head and a unit that may be repeated. */
async function repeatable(stream: Transform, flush: () => Promise<void>): Promise<{ head: Buffer; unit: Buffer }> {
  const units: Buffer[] = []
  let chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (let n = 0; n < 3; n += 1) {
    await new Promise<void>((resolve) => stream.write(Buffer.alloc(megabyte), () => resolve()))
    await flush()
    units.push(Buffer.concat(chunks))
    chunks = []
  }
  stream.destroy()
  // The first unit contains the header and no back-references; later ones refer only to zeros.
  return { head: Buffer.concat(units.slice(0, 2)), unit: units[2]! }
}

const repeated = ({ head, unit }: { head: Buffer; unit: Buffer }, megabytes: number): Buffer =>
  Buffer.concat([head, ...Array.from({ length: megabytes }, () => unit)])

/** Bodies by content coding. */
export type Bombs = Record<'gzip' | 'br' | 'zstd', readonly Buffer[]>

/**
 * Builds the bodies.
 * @param megabytes nominal inflated size of each.
 */
export async function makeBombs(megabytes: number): Promise<Bombs> {
  const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  const zstd = createZstdCompress()
  const br = await repeatable(
    brotli,
    async () => await new Promise((resolve) => brotli.flush(constants.BROTLI_OPERATION_FLUSH, resolve)),
  )
  const z = await repeatable(
    zstd,
    async () => await new Promise((resolve) => zstd.flush(constants.ZSTD_e_flush, resolve)),
  )
  return {
    gzip: [...gzipBomb(megabytes)],
    br: [repeated(br, megabytes)],
    zstd: [repeated(z, megabytes)],
  }
}
