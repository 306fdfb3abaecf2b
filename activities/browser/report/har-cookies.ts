/** Reads cookies from headers, in the form of HAR. */
import type { HarCookie } from '@seine/shared/api/schemas/har-schema.ts'

/** Splits at the first `=`; a text without one is the value, as in browsers. */
function pair(text: string): { name: string; value: string } {
  const at = text.indexOf('=')
  return at === -1
    ? { name: '', value: text.trim() }
    : { name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() }
}

/** @param header value of `Cookie`. */
export const requestCookies = (header: string): HarCookie[] =>
  header
    .split(';')
    .filter((part) => part.trim() !== '')
    .map(pair)

/** Returns a date in the form of HAR; null for a date that cannot be parsed. */
function isoDate(text: string): string | null {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** The last date with a year of four digits, as HAR writes dates; cookies may have a later end. */
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/**
 * Returns when `Max-Age` ends (RFC 6265, section 5.2.2): seconds after the answer was received, or the epoch for a
 * cookie that has expired.
 */
function endOfMaxAge(value: string, answeredAtMs: number): string | null {
  if (!/^-?\d+$/.test(value)) return null
  const seconds = Number(value)
  return new Date(seconds <= 0 ? 0 : Math.min(lastMs, answeredAtMs + seconds * 1_000)).toISOString()
}

/** An attribute, and the end of `Max-Age`, which takes precedence over `Expires` in any order. */
type Attribute = Partial<HarCookie> & { maxAgeEnd?: string }

function attributeOf(part: string, answeredAtMs: number): Attribute {
  const { name, value } = pair(part)
  // A flag has no `=`, so `pair` returns its name as the value.
  switch ((name === '' ? value : name).toLowerCase()) {
    case 'path':
      return { path: value }
    case 'domain':
      return { domain: value }
    case 'expires': {
      const expires = isoDate(value)
      return expires === null ? {} : { expires }
    }
    case 'max-age': {
      const maxAgeEnd = endOfMaxAge(value, answeredAtMs)
      return maxAgeEnd === null ? {} : { maxAgeEnd }
    }
    case 'httponly':
      return { httpOnly: true }
    case 'secure':
      return { secure: true }
    default:
      return {}
  }
}

/**
 * @param header one value of `Set-Cookie`.
 * @param answeredAtMs when it was received, epoch milliseconds.
 */
export function responseCookie(header: string, answeredAtMs: number): HarCookie {
  const [first = '', ...attributes] = header.split(';')
  const plain = { ...pair(first), httpOnly: false, secure: false }
  const { maxAgeEnd, ...cookie } = Object.assign(
    plain,
    ...attributes.map((part) => attributeOf(part, answeredAtMs)),
  ) as HarCookie & Attribute
  return maxAgeEnd === undefined ? cookie : { ...cookie, expires: maxAgeEnd }
}
