/**
 * Reads page records from segments, one at a time: a segment may hold megabytes, and a reader of many segments must not
 * block the event loop or accumulate memory.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { DamagedObjectError } from '@seine/shared/storage/damaged-object.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { releaseBytes } from '@seine/shared/values/release-bytes.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'

const newline = 0x0a

/** A segment that is missing, or of which not every record can be read. */
export interface SegmentDamage {
  /** Key of the segment. */
  segment: string
  /** Description of the damage, including how many records could be read. */
  why: string
}

/** Reports a segment that cannot be read completely; its readable records are returned nevertheless. */
export type OnDamage = (damage: SegmentDamage) => void

const refuse: OnDamage = ({ segment, why }) => {
  throw new DamagedObjectError(segment, why)
}

/** A record, and the position of its segment in the list of segments. */
export interface PlacedRecord {
  record: PageRecord
  segment: number
}

/** Yields the pages of the given segments in order. @see placedRecords */
export async function* pageRecords(
  store: Pick<Store, 'get'>,
  segments: readonly string[],
  damaged: OnDamage = refuse,
): AsyncGenerator<PageRecord> {
  for await (const { record } of placedRecords(store, segments, damaged)) yield record
}

/**
 * Yields the pages of the given segments in order; the next segments are fetched meanwhile.
 * @param damaged called after the readable records of a damaged segment. @default throws
 * @throws StoreUnavailableError; DamagedObjectError without `damaged`.
 */
export async function* placedRecords(
  store: Pick<Store, 'get'>,
  segments: readonly string[],
  damaged: OnDamage = refuse,
): AsyncGenerator<PlacedRecord> {
  const ahead: Promise<Found>[] = []
  let next = 0
  for (const [segment, key] of segments.entries()) {
    for (; next < segments.length && ahead.length <= sliceLimits.segmentsReadAhead; next += 1) {
      const reading = found(store, segments[next]!)
      // The promise is awaited later, in order; a rejection before that must not count as unhandled.
      reading.catch(() => undefined)
      ahead.push(reading)
    }
    const { bytes, fault } = await ahead.shift()!
    const lines = { read: 0, unreadable: 0 }
    for await (const record of recordsIn(bytes)) {
      if (record === null) {
        lines.unreadable += 1
      } else {
        lines.read += 1
        yield { record, segment }
      }
    }
    releaseBytes(bytes)
    const why = fault === null ? unreadableLines(lines.unreadable) : `${fault}; ${lines.read} of its records were read`
    if (why !== null) damaged({ segment: key, why })
  }
}

/** The readable content of a segment, and its damage. */
interface Found {
  bytes: Uint8Array
  fault: string | null
}

async function found(store: Pick<Store, 'get'>, key: string): Promise<Found> {
  try {
    const bytes = await store.get(key)
    return bytes === null ? { bytes: new Uint8Array(), fault: 'it is missing' } : { bytes, fault: null }
  } catch (error) {
    if (!(error instanceof DamagedObjectError)) throw error
    return { bytes: error.readable, fault: error.why }
  }
}

const unreadableLines = (count: number): string | null =>
  count === 0 ? null : `${count} of its records cannot be read`

/** Yields the record of each line; null for a line that is not a record. */
async function* recordsIn(bytes: Uint8Array): AsyncGenerator<PageRecord | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let from = 0; from < buffer.length;) {
    const newlineAt = buffer.indexOf(newline, from)
    const end = newlineAt === -1 ? buffer.length : newlineAt
    yield recordOf(buffer.toString('utf8', from, end))
    from = end + 1
    await nextTurn()
  }
}

/** Returns the record of a line of a segment; null when the line is not a record. */
export function recordOf(line: string): PageRecord | null {
  try {
    const value = JSON.parse(line) as unknown
    return isPageRecord(value) ? value : null
  } catch {
    return null
  }
}

/** Checks the fields that readers of a record rely on. */
function isPageRecord(value: unknown): value is PageRecord {
  if (typeof value !== 'object' || value === null) return false
  const { seq, index, url, attempts, links, warnings } = value as Partial<Record<keyof PageRecord, unknown>>
  const lists = Array.isArray(attempts) && Array.isArray(links) && Array.isArray(warnings)
  return Number.isInteger(seq) && Number.isInteger(index) && typeof url === 'string' && lists
}
