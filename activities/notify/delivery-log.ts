/** The delivery log of a job: objects that hold tries, one object for each flush of a delivering activity. */
import type { DeliveryTry } from '@seine/shared/api/schemas/delivery-schema.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { deliveryLogPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { logCursorOf, logPlaceOf, type LogPlace } from './log-cursor.ts'

export interface DeliveryLogQuery {
  state: DeliveryTry['state'] | null
  /** `nextCursor` of the previous page; null: from the beginning. */
  cursor: string | null
  limit: number
}

export interface DeliveryLog {
  /**
   * Reads one page, in the order in which tries were made. It may be short or even empty and still have a successor;
   * `nextCursor` is null at the end of what is known so far.
   * @throws BadCursorError; StoreUnavailableError.
   */
  page(job: JobRef, query: DeliveryLogQuery): Promise<{ tries: DeliveryTry[]; nextCursor: string | null }>
}

const objectNameOf = (key: string): string => /(?<name>[\d-]+)\.jsonl\.zst$/.exec(key)?.groups?.['name'] ?? ''

/** Returns the tries in an object; an empty list when the object is gone because the job has expired. */
export async function readTries(store: Pick<Store, 'get'>, key: string): Promise<DeliveryTry[]> {
  const bytes = await store.get(key)
  if (bytes === null || bytes.byteLength === 0) return []
  const lines = Buffer.from(bytes).toString('utf8').split('\n')
  return lines.map((line) => JSON.parse(line) as DeliveryTry)
}

/**
 * Takes tries that match the query. @returns the line of the first matching try that does not fit; null when all fit.
 */
function take(tries: readonly DeliveryTry[], from: number, query: DeliveryLogQuery, taken: DeliveryTry[]) {
  for (const [index, line] of tries.entries()) {
    if (index < from || (query.state !== null && line.state !== query.state)) continue
    if (taken.length >= query.limit) return index
    taken.push(line)
  }
  return null
}

/** Creates a reader of the delivery logs of jobs. */
export function createDeliveryLog(store: Pick<Store, 'get' | 'list'>): DeliveryLog {
  return {
    async page(job, query) {
      const from = logPlaceOf(job, query.cursor)
      const prefix = deliveryLogPrefix(job)
      const max = webhookLimits.logObjectsPerRead
      // A key without its extension sorts directly before the key itself, so the listing includes that object.
      const keys = await store.list(prefix, from === null ? { max } : { after: `${prefix}${from.object}`, max })
      const tries: DeliveryTry[] = []
      let end: LogPlace | null = null
      for (const key of keys) {
        const object = objectNameOf(key)
        const read = await readTries(store, key)
        const line = take(read, object === from?.object ? from.line : 0, query, tries)
        if (line !== null) return { tries, nextCursor: logCursorOf(job, { object, line }) }
        end = { object, line: read.length }
      }
      return { tries, nextCursor: end === null || keys.length < max ? null : logCursorOf(job, end) }
    },
  }
}
