/** What an archive has of a page: text from its segment, or the screenshot that lies beside it. */
import { textFormats, type JobFormat, type TextFormat } from '@seine/shared/api/job-input.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { PageRecord } from '../page/slice-shapes.ts'

/** Text as it is, or a value that is JSON. */
export type PageOutput = { kind: 'text'; value: unknown } | { kind: 'picture'; png: Uint8Array }

const isText = (format: JobFormat): format is TextFormat => textFormats.some((known) => known === format)

/**
 * The page in one format; null when it has none.
 * @throws Error when a screenshot is gone: it is named only once it is durable.
 */
export async function pageOutput(store: Store, record: PageRecord, format: JobFormat): Promise<PageOutput | null> {
  if (isText(format)) {
    const value = record.outputs[format]
    return value === undefined ? null : { kind: 'text', value }
  }
  if (record.screenshot === undefined) return null
  const png = await store.get(record.screenshot)
  if (png === null) throw new Error(`screenshot ${record.screenshot} is missing`)
  return { kind: 'picture', png }
}
