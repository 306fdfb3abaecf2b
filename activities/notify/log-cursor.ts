/** Cursors of a delivery log: an object of the log and a line in it, bound to the job. */
import { hash } from 'node:crypto'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { BadCursorError } from '@seine/shared/jobs/ledger-cursor.ts'

/** The position at which a page of the log begins. */
export interface LogPlace {
  /** `<call>-<attempt>-<part>`, with the digits as in the object key. */
  object: string
  /** Line in the object, from 0. */
  line: number
}

const tagOf = ({ tenant, id }: JobRef): string => hash('sha256', `${tenant}/${id}`).slice(0, 8)

/** Returns a cursor. @param place position of the first try that is not yet returned. */
export function logCursorOf(job: JobRef, { object, line }: LogPlace): string {
  return Buffer.from(`${object}.${line}.${tagOf(job)}`).toString('base64url')
}

/** Returns the position in a cursor; null without a cursor. @throws BadCursorError. */
export function logPlaceOf(job: JobRef, cursor: string | null): LogPlace | null {
  if (cursor === null) return null
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const parts = /^(?<object>\d{6}-\d{4}-\d{4})\.(?<line>0|[1-9]\d{0,6})\./.exec(text)?.groups
  const place = { object: parts?.['object'] ?? '', line: Number(parts?.['line'] ?? 0) }
  if (logCursorOf(job, place) !== cursor) throw new BadCursorError('not a cursor of this list')
  return place
}
