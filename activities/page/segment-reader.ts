/** Reading segments back: by a slice that is taken up again, and by the archive. */
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { PageRecord } from './slice-shapes.ts'

/** The pages of a segment, in the order they finished; none when the object does not exist. */
export async function readSegment(store: Store, key: string): Promise<PageRecord[]> {
  const bytes = await store.get(key)
  if (bytes === null) return []
  return Buffer.from(bytes)
    .toString('utf8')
    .split('\n')
    .map((line) => JSON.parse(line) as PageRecord)
}
