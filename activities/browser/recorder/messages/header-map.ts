/** Converts header maps of the protocol to those of a recording. Pure. */
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { HeaderMap } from '@seine/shared/pages/headers.ts'

/** Appends values to those that a name has already. */
function withValues(known: string | string[] | undefined, name: string, value: string): string | string[] {
  const values = value.split('\n')
  if (name === 'set-cookie') return known === undefined ? values : [known, values].flat()
  return (known === undefined ? values : [known, ...values].flat()).join(', ')
}

/**
 * Converts names to lower case; `set-cookie` becomes a list, other repeated headers are joined by a comma. The
 * protocol joins both by a newline, and contains a name once for every spelling.
 * @returns headers up to the first beyond the limits of a call, so that the code that applies the limits notices.
 */
export function toHeaderMap(headers: Readonly<Record<string, string>>): HeaderMap {
  const map: HeaderMap = {}
  let kept = 0
  let size = 0
  for (const name in headers) {
    if (kept > captureLimits.headersPerCallMax || size > captureLimits.headersPerCallMaxBytes) break
    const value = headers[name] ?? ''
    kept++
    size += name.length + value.length
    const lower = name.toLowerCase()
    map[lower] = withValues(map[lower], lower, value)
  }
  return map
}

/**
 * Whether a name was sent in several spellings: the protocol sorts them, so that the order of their values is lost.
 */
function isSpelledTwice(headers: Readonly<Record<string, string>>): boolean {
  const names = new Set<string>()
  let count = 0
  for (const name in headers) {
    names.add(name.toLowerCase())
    count++
  }
  return names.size < count
}

/**
 * Returns the headers of a response with the values of each name in the order in which they were sent.
 * @param text head as it was on the wire; undefined if none exists, as in HTTP/2, where names have one spelling.
 */
export function inWireOrder(
  headers: Readonly<Record<string, string>>,
  text: string | undefined,
): Readonly<Record<string, string>> {
  if (text === undefined || !isSpelledTwice(headers)) return headers
  const ordered: Record<string, string> = {}
  for (const line of text.split(/\r?\n/).slice(1)) {
    const end = line.indexOf(':')
    if (end <= 0) continue
    const name = line.slice(0, end).trim().toLowerCase()
    const value = line.slice(end + 1).trim()
    const known = ordered[name]
    ordered[name] = known === undefined ? value : `${known}\n${value}`
  }
  return ordered
}

/**
 * Returns the first value of a header.
 * @param name in lower case.
 */
export function headerValue(headers: HeaderMap, name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/** Returns the bytes of a request head in HTTP/1.1; its size in HTTP/2 depends on the connection. */
export function requestHeadBytes(method: string, url: string, headers: HeaderMap): number {
  // Method, path, ` HTTP/1.1`, two spaces and two line ends.
  let bytes = method.length + pathLength(url) + 14
  for (const name in headers) {
    const value = headers[name]
    for (const one of Array.isArray(value) ? value : [value ?? '']) bytes += name.length + one.length + 4
  }
  return bytes
}

function pathLength(url: string): number {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  return start < 0 ? 1 : url.length - start
}
