/** The delivery log of a job: objects of tries, one for each flush of a delivering activity. */
import type { DeliveryTry } from '@seine/shared/api/schemas/delivery-schema.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { deliveryLogPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { logCursorOf, logPlaceOf, type LogPlace } from './log-cursor.ts'

export interface DeliveryLogQuery {
  state: DeliveryTry['state'] | null
  /** `nextCursor` of the page before; null = the beginning. */
  cursor: string | null
  limit: number
}

export interface DeliveryLog {
  /**
   * One page, in the order in which tries were made. It may be short, even empty, and still have a
   * successor; null = the end of what is known by now.
   * @throws BadCursorError; StoreUnavailableError.
   */
  page(job: JobRef, query: DeliveryLogQuery): Promise<{ tries: DeliveryTry[]; nextCursor: string | null }>
}

const objectNameOf = (key: string): string => /(?<name>[\d-]+)\.jsonl\.zst$/.exec(key)?.groups?.['name'] ?? ''

/** The tries in an object; none when it is gone, as it is once the job has expired. */
export async function readTries(store: Pick<Store, 'get'>, key: string): Promise<DeliveryTry[]> {
  const bytes = await store.get(key)
  if (bytes === null || bytes.byteLength === 0) return []
  const lines = Buffer.from(bytes).toString('utf8').split('\n')
  return lines.map((line) => JSON.parse(line) as DeliveryTry)
}

/** Takes tries that are wanted. @returns the line of the first wanted one there is no room for; null = none. */
function take(tries: readonly DeliveryTry[], from: number, query: DeliveryLogQuery, taken: DeliveryTry[]) {
  for (const [index, line] of tries.entries()) {
    if (index < from || (query.state !== null && line.state !== query.state)) continue
    if (taken.length >= query.limit) return index
    taken.push(line)
  }
  return null
}

/** Reads the logs of jobs. */
export function createDeliveryLog(store: Pick<Store, 'get' | 'list'>): DeliveryLog {
  return {
    async page(job, query) {
      const from = logPlaceOf(job, query.cursor)
      const prefix = deliveryLogPrefix(job)
      const max = webhookLimits.logObjectsPerRead
      // A name without its ending comes right before the key of the object.
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
