/**
 * Rules of headers that a caller wants Seine to send: names are tokens, values cannot end the header, and headers that
 * Seine sets itself are reserved.
 */
import { connectionHeaders } from '../../urls/connection-headers.ts'
import { problemSegment, type ProblemList } from './problem-list.ts'

/** Header names: RFC 9110, section 5.6.2. */
export const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Characters that would end a header or the message. */
const breakOut = /[\0\r\n]/
/** Header values: RFC 9110, section 5.5: visible characters, spaces, tabs, bytes above ASCII. */
export const headerValuePattern = /^[\t\u0020-\u007e\u0080-\u00ff]*$/

export interface HeaderBounds {
  /** Maximum length of each value, characters. */
  valueMaxCharacters?: number
  /** Maximum total size of names and values, bytes. */
  totalMaxBytes?: number
  /** Reserved names in addition to those of the connection, lower case. */
  reserved?: readonly string[]
  /** Prefixes of reserved names, lower case. */
  reservedPrefixes?: readonly string[]
}

/**
 * Checks the headers at a pointer. Messages never repeat values.
 * @param headers headers by name; members that are not strings are left for the schema to report.
 */
export function checkHeaders(
  headers: Record<string, unknown>,
  pointer: string,
  bounds: HeaderBounds,
  list: ProblemList,
): void {
  const { valueMaxCharacters, totalMaxBytes, reserved = [], reservedPrefixes = [] } = bounds
  const seen = new Set<string>()
  let totalBytes = 0
  for (const [name, value] of Object.entries(headers)) {
    const at = `${pointer}/${problemSegment(name)}`
    const lower = name.toLowerCase()
    if (!tokenPattern.test(name)) list.add(at, 'validation_failed', 'is not a header name')
    else if (connectionHeaders.has(lower) || reserved.includes(lower)) {
      list.add(at, 'validation_failed', 'is a reserved header')
    } else if (reservedPrefixes.some((prefix) => lower.startsWith(prefix))) {
      list.add(at, 'validation_failed', 'is a reserved header')
    } else if (seen.has(lower)) list.add(at, 'validation_failed', 'is given twice in different case')
    seen.add(lower)
    if (typeof value !== 'string') continue
    totalBytes += Buffer.byteLength(name) + Buffer.byteLength(value)
    if (breakOut.test(value)) list.add(at, 'validation_failed', 'must not contain CR, LF or NUL')
    else if (!headerValuePattern.test(value)) {
      list.add(at, 'validation_failed', 'must have only Latin-1 characters and no control characters')
    }
    if (valueMaxCharacters !== undefined && value.length > valueMaxCharacters) {
      list.add(at, 'validation_failed', `must have at most ${valueMaxCharacters} characters`)
    }
  }
  if (totalMaxBytes !== undefined && totalBytes > totalMaxBytes) {
    list.add(pointer, 'validation_failed', `must have at most ${totalMaxBytes} bytes in all`)
  }
}
