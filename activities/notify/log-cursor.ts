/** Cursors of a delivery log: an object of it and a line in that, tied to the job. */
import { hash } from 'node:crypto'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { BadCursorError } from '@seine/shared/jobs/ledger-cursor.ts'

/** Where a page of the log begins. */
export interface LogPlace {
  /** `<call>-<attempt>-<part>`, in the digits of its key. */
  object: string
  /** From 0. */
  line: number
}

const tagOf = ({ tenant, id }: JobRef): string => hash('sha256', `${tenant}/${id}`).slice(0, 8)

/** A cursor. @param place of the first try that is still to come. */
export function logCursorOf(job: JobRef, { object, line }: LogPlace): string {
  return Buffer.from(`${object}.${line}.${tagOf(job)}`).toString('base64url')
}

/** The place of a cursor; null without one. @throws BadCursorError. */
export function logPlaceOf(job: JobRef, cursor: string | null): LogPlace | null {
  if (cursor === null) return null
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const parts = /^(?<object>\d{6}-\d{4}-\d{4})\.(?<line>0|[1-9]\d{0,6})\./.exec(text)?.groups
  const place = { object: parts?.['object'] ?? '', line: Number(parts?.['line'] ?? 0) }
  if (logCursorOf(job, place) !== cursor) throw new BadCursorError('not a cursor of this list')
  return place
}
