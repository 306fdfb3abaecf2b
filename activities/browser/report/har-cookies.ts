/** Cookies as HAR lists them, read from headers. */
import type { HarCookie } from '@seine/shared/api/schemas/har-schema.ts'

/** Text before and after the first `=`; without one the whole is the value, as browsers read it. */
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

/** A date HAR can carry; null for dates nobody can read. */
function isoDate(text: string): string | null {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** The last date with a year of four digits, as HAR writes dates; cookies may be asked to live longer. */
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** When `Max-Age` ends (RFC 6265, section 5.2.2): seconds after the answer came, the epoch for a cookie that is over. */
function endOfMaxAge(value: string, answeredAtMs: number): string | null {
  if (!/^-?\d+$/.test(value)) return null
  const seconds = Number(value)
  return new Date(seconds <= 0 ? 0 : Math.min(lastMs, answeredAtMs + seconds * 1_000)).toISOString()
}

/** An attribute, and when `Max-Age` ends, which goes before `Expires` wherever it stands. */
type Attribute = Partial<HarCookie> & { maxAgeEnd?: string }

function attributeOf(part: string, answeredAtMs: number): Attribute {
  const { name, value } = pair(part)
  // A flag has no `=`, so that its name stands where the value is.
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
 * @param answeredAtMs when it came, epoch milliseconds.
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
