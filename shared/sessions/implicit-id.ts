/** Ids of sessions that calls begin by themselves: `imp-<yyyymmdd>-<uuid>`. The day says where the state is. */
import { implicitSessionKey } from '../storage/object-keys.ts'
import type { SessionRef } from '../storage/session-ref.ts'

const pattern = /^imp-(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What the ids of no other sessions begin with. */
export const implicitIdPrefix = 'imp-'

/** A new id. @param nowMs epoch milliseconds. @param uuid random, lower case. */
export const implicitIdOf = (nowMs: number, uuid: string): string =>
  `${implicitIdPrefix}${new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '')}-${uuid}`

/** Where the state of such a session is; null for an id of another form. */
export function implicitKeyOf(ref: SessionRef): string | null {
  const { year, month, day } = pattern.exec(ref.id)?.groups ?? {}
  return year === undefined ? null : implicitSessionKey(`${year}-${month}-${day}`, ref)
}

/** Whether an id is of that form. */
export const isImplicitId = (id: string): boolean => pattern.test(id)
