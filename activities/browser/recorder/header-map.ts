/** Header maps as the protocol gives them → as a recording keeps them. Pure. */
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { HeaderMap } from './model.ts'

/**
 * Lower-case names; `set-cookie` becomes a list, other repeated headers are joined by a comma (the
 * protocol joins both by a newline).
 * @returns headers up to the first beyond the limits of a call, so that who applies them can tell.
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
    if (lower === 'set-cookie') map[lower] = value.split('\n')
    else map[lower] = value.includes('\n') ? value.replaceAll('\n', ', ') : value
  }
  return map
}

/** First value of a header. @param name in lower case. */
export function headerValue(headers: HeaderMap, name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/** Bytes a request head takes in HTTP/1.1; what it takes in HTTP/2 depends on the connection. */
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
