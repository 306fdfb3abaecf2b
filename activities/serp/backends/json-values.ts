/** Reading JSON that others have written: what is not of the expected type is not there. */
import { plainLine } from '../../html/plain-line.ts'

type Fields = Readonly<Record<string, unknown>>

/** The members of an object; none of anything else. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** The entries of a list; none of anything else. */
export const entriesOf = (value: unknown, max: number): unknown[] => (Array.isArray(value) ? value.slice(0, max) : [])

/** A text without white space around it; null where there is none. */
export function textIn(value: unknown, maxCharacters: number): string | null {
  const text = typeof value === 'string' ? value.slice(0, maxCharacters).trim() : ''
  return text === '' ? null : text
}

/** The address of a website; null for anything else. */
export function addressIn(value: unknown, maxCharacters: number): string | null {
  if (typeof value !== 'string' || value.length > maxCharacters) return null
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}

/** A text without mark-up and line breaks; null where there is none. */
export const lineIn = (value: unknown, maxCharacters: number): string | null =>
  typeof value === 'string' ? (plainLine(value, maxCharacters) ?? null) : null
