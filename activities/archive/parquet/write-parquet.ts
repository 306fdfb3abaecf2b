/** Writes the Parquet archive of an ended job. */
import { archiveKey } from '@seine/shared/storage/object-keys.ts'
import { uploadInParts } from '@seine/shared/storage/upload-in-parts.ts'
import { archivePartBytes } from '../files/part-size.ts'
import { pageRows, type ParquetPages } from './page-rows.ts'
import { parquetFile } from './parquet-file.ts'

/**
 * Writes one file with a row per page. A repeated call writes the same bytes, and parts that an interrupted one has
 * uploaded are kept.
 * @throws StoreUnavailableError
 */
export async function writeParquet(pages: ParquetPages): Promise<void> {
  const body = parquetFile(pageRows(pages))
  await uploadInParts(pages.store, archiveKey(pages.input, 'parquet'), body, {
    contentType: 'application/vnd.apache.parquet',
    partBytes: archivePartBytes(pages.input),
  })
}
