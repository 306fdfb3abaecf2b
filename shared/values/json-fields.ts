/** Reads members of JSON answers that may be of any shape. */

export type Fields = Record<string, unknown>

/** Returns the members of an object; none for any other value, lists included. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** Returns a text; null for an empty one and for any other value. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
