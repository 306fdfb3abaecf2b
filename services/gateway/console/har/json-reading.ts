/** Reads values of a JSON document of unknown origin; nothing here throws. */

export type JsonMembers = Readonly<Record<string, unknown>>

/** Returns the members of an object; none for any other value. */
export const membersOf = (value: unknown): JsonMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonMembers) : {}

/** Returns at most `most` items of a list; none for any other value. */
export const itemsOf = (value: unknown, most: number): unknown[] => (Array.isArray(value) ? value.slice(0, most) : [])

/** Returns a text; numbers and booleans as texts, anything else as the empty text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** Returns a text that is not empty, otherwise null. */
export const textOrNull = (value: unknown): string | null => textOf(value) || null

/** Returns a number from 0 to `most`; null for anything that is no finite number of at least 0. */
export function amountOf(value: unknown, most: number): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return null
  return Math.min(number, most)
}

/** Returns the epoch milliseconds of an ISO 8601 date; null for anything else. */
export function epochMsOf(value: unknown): number | null {
  if (typeof value !== 'string') return null
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? null : ms
}
