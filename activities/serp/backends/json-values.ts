/** Reads untrusted JSON: a value that does not have the expected type counts as missing. */
import { plainLine } from '../../html/plain-line.ts'

/** Returns the entries of a list; none for any other value. */
export const entriesOf = (value: unknown, max: number): unknown[] => (Array.isArray(value) ? value.slice(0, max) : [])

/** Returns a trimmed text; null when it is missing or empty. */
export function textIn(value: unknown, maxCharacters: number): string | null {
  const text = typeof value === 'string' ? value.slice(0, maxCharacters).trim() : ''
  return text === '' ? null : text
}

/** Returns the URL of a website; null for any other value. */
export function addressIn(value: unknown, maxCharacters: number): string | null {
  if (typeof value !== 'string' || value.length > maxCharacters) return null
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}

/** Returns a text without mark-up and line breaks; null if none exists. */
export const lineIn = (value: unknown, maxCharacters: number): string | null =>
  typeof value === 'string' ? (plainLine(value, maxCharacters) ?? null) : null
