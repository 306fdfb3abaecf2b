/** What an archive contains of a page: text from its segment, or the screenshot stored as a separate object. */
import { isTextFormat, type JobFormat, type TextFormat } from '@seine/shared/tasks/formats.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'

/** A text, a JSON value, or a screenshot. */
export type PageOutput = { kind: 'text'; value: unknown } | { kind: 'picture'; png: Uint8Array }

/** A screenshot that the record names but the store does not have. */
export interface LostOutput {
  kind: 'lost'
}

/** Returns the page in one format; null when it has none. @throws StoreUnavailableError */
export async function pageOutput(
  store: Pick<Store, 'get'>,
  record: PageRecord,
  format: JobFormat,
): Promise<PageOutput | LostOutput | null> {
  if (isTextFormat(format)) return textOutput(record, format)
  return record.screenshot === undefined ? null : await picture(store, record.screenshot)
}

/** Returns the page as text; null when it has none. */
export function textOutput(record: PageRecord, format: TextFormat): Extract<PageOutput, { kind: 'text' }> | null {
  const value = (record.outputs as PageRecord['outputs'] | undefined)?.[format]
  return value === undefined ? null : { kind: 'text', value }
}

/** Returns a text as the files of archives have it. */
export const textBytes = (value: unknown): Uint8Array =>
  Buffer.from(typeof value === 'string' ? value : `${JSON.stringify(value, null, 1)}\n`)

/** Reads a screenshot by its key. @throws StoreUnavailableError */
export async function picture(store: Pick<Store, 'get'>, key: string): Promise<PageOutput | LostOutput> {
  const png = await store.get(key)
  return png === null ? { kind: 'lost' } : { kind: 'picture', png }
}
