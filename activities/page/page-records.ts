/**
 * Pages out of segments, one at a time: a segment may hold megabytes, and whoever reads many of them
 * must leave the event loop room and memory flat.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sliceLimits } from '@seine/shared/config/limits.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { PageRecord } from './slice-shapes.ts'

const newline = 0x0a

/**
 * The pages of some segments, in order; the next segments are fetched meanwhile.
 * @throws Error when a segment does not exist: it is named only once it is durable.
 */
export async function* pageRecords(store: Store, segments: readonly string[]): AsyncGenerator<PageRecord> {
  const ahead: Promise<Uint8Array | null>[] = []
  let next = 0
  for (const key of segments) {
    for (; next < segments.length && ahead.length <= sliceLimits.segmentsReadAhead; next += 1) {
      const reading = store.get(segments[next]!)
      // It is awaited in its turn; until then a failure is nobody's.
      reading.catch(() => undefined)
      ahead.push(reading)
    }
    const bytes = await ahead.shift()!
    if (bytes === null) throw new Error(`segment ${key} is missing`)
    yield* recordsIn(bytes)
  }
}

async function* recordsIn(bytes: Uint8Array): AsyncGenerator<PageRecord> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let from = 0; from < buffer.length;) {
    const newlineAt = buffer.indexOf(newline, from)
    const end = newlineAt === -1 ? buffer.length : newlineAt
    yield JSON.parse(buffer.toString('utf8', from, end)) as PageRecord
    from = end + 1
    await nextTurn()
  }
}
