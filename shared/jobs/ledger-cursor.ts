/** Cursors of the ledger: a position in the ledger of one job. They stay valid when the job ends. */
import { hash } from 'node:crypto'

/** Thrown for a cursor that does not belong to this list. */
export class BadCursorError extends Error {
  override readonly name = 'BadCursorError'
}

const tagOf = (jobId: string): string => hash('md5', jobId).slice(0, 8)

/** Returns a cursor. @param position of the next line. */
export function cursorOf(jobId: string, position: number): string {
  return Buffer.from(`${position}.${tagOf(jobId)}`).toString('base64url')
}

/** Returns the position of a cursor; 0 without one. @throws BadCursorError when it belongs to another list. */
export function positionOf(jobId: string, cursor: string | null): number {
  if (cursor === null) return 0
  const digits = /^(0|[1-9]\d{0,8})\./.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1]
  const position = Number(digits ?? -1)
  if (position < 0 || cursorOf(jobId, position) !== cursor) throw new BadCursorError('not a cursor of this list')
  return position
}
