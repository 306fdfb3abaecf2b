/** Ids of implicit sessions, which calls create: `imp-<yyyymmdd>-<uuid>`. The day determines the key of the state. */
import { implicitSessionKey } from '../storage/object-keys.ts'
import type { SessionRef } from '../storage/session-ref.ts'

const pattern = /^imp-(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Prefix of the ids of implicit sessions; no other ids start with it. */
export const implicitIdPrefix = 'imp-'

/** Returns a new id. @param nowMs epoch milliseconds. @param uuid random, lower case. */
export const implicitIdOf = (nowMs: number, uuid: string): string =>
  `${implicitIdPrefix}${new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '')}-${uuid}`

/** Returns the key of the state of an implicit session; null for an id of another form. */
export function implicitKeyOf(ref: SessionRef): string | null {
  const { year, month, day } = pattern.exec(ref.id)?.groups ?? {}
  return year === undefined ? null : implicitSessionKey(`${year}-${month}-${day}`, ref)
}
