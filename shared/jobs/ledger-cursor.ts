/** Cursors of the ledger: a position in it, tied to its job. The same before and after the job ends. */
import { hash } from 'node:crypto'

/** The cursor is not one of this list. */
export class BadCursorError extends Error {
  override readonly name = 'BadCursorError'
}

const tagOf = (jobId: string): string => hash('md5', jobId).slice(0, 8)

/** A cursor. @param position of the first line that is still to come. */
export function cursorOf(jobId: string, position: number): string {
  return Buffer.from(`${position}.${tagOf(jobId)}`).toString('base64url')
}

/** The position of a cursor; 0 without one. @throws BadCursorError. */
export function positionOf(jobId: string, cursor: string | null): number {
  if (cursor === null) return 0
  const digits = /^(0|[1-9]\d{0,8})\./.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1]
  const position = Number(digits ?? -1)
  if (position < 0 || cursorOf(jobId, position) !== cursor) throw new BadCursorError('not a cursor of this list')
  return position
}
