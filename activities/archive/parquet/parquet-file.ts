/**
 * Encodes rows as a Parquet file, one row group at a time, so that memory holds one group and the index of the file.
 * Equal rows give equal bytes.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { constants, zstdCompressSync } from 'node:zlib'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { columnData, parquetSchema, rowBytes, type PageRow } from './parquet-columns.ts'

/** Smallest buffer for the output of zstd that Node.js accepts. */
const minChunkBytes = 64

const params = { [constants.ZSTD_c_compressionLevel]: archiveLimits.parquetZstdLevel }

/** Columns without values are frequent, and each call of zstd allocates megabytes. */
const emptyFrame = zstdCompressSync(new Uint8Array(), { params })

function compress(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength === 0) return emptyFrame
  const chunkSize = Math.max(minChunkBytes, bytes.byteLength)
  return zstdCompressSync(bytes, { params, chunkSize, pledgedSrcSize: bytes.byteLength })
}

/**
 * Yields the bytes of the file. A piece is valid until the next one is requested, because its buffer is used again.
 * @param rows in the order in which the file has them.
 */
export async function* parquetFile(rows: AsyncIterable<PageRow>): AsyncGenerator<Uint8Array> {
  // Loaded with the first file: few jobs ask for one, and the library takes memory.
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const writer = new ByteWriter(archiveLimits.rowGroupBytes)
  const file = new ParquetWriter({ writer, schema: parquetSchema, codec: 'ZSTD', compressors: { ZSTD: compress } })
  for await (const group of rowGroups(rows)) {
    await file.write({ columnData: columnData(group), rowGroupSize: group.length })
    yield writer.getBytes()
    writer.index = 0
    await nextTurn()
  }
  await file.finish()
  yield writer.getBytes()
}

/** Groups rows by size; a row that is larger than a group is a group of its own. */
async function* rowGroups(rows: AsyncIterable<PageRow>): AsyncGenerator<PageRow[]> {
  let group: PageRow[] = []
  let bytes = 0
  for await (const row of rows) {
    const size = rowBytes(row) + archiveLimits.rowOverheadBytes
    if (group.length > 0 && bytes + size > archiveLimits.rowGroupBytes) {
      yield group
      group = []
      bytes = 0
    }
    group.push(row)
    bytes += size
  }
  if (group.length > 0) yield group
}
