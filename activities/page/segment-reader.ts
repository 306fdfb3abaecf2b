/** Reading a segment back as a whole, by a slice that is taken up again. */
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { PageRecord } from './slice-shapes.ts'

/**
 * The pages of a segment, in the order they finished.
 * @throws Error when the object does not exist: a segment is named only once it is durable.
 */
export async function readSegment(store: Store, key: string): Promise<PageRecord[]> {
  const bytes = await store.get(key)
  if (bytes === null) throw new Error(`segment ${key} is missing`)
  return Buffer.from(bytes)
    .toString('utf8')
    .split('\n')
    .map((line) => JSON.parse(line) as PageRecord)
}
