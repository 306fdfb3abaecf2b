/** Cookies as HAR lists them, read from headers. */
import type { HarCookie } from '@seine/shared/api/har-schema.ts'

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

function attributeOf(part: string): Partial<HarCookie> {
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
    case 'httponly':
      return { httpOnly: true }
    case 'secure':
      return { secure: true }
    default:
      return {}
  }
}

/** @param header one value of `Set-Cookie`. */
export function responseCookie(header: string): HarCookie {
  const [first = '', ...attributes] = header.split(';')
  return Object.assign({ ...pair(first), httpOnly: false, secure: false }, ...attributes.map(attributeOf)) as HarCookie
}
