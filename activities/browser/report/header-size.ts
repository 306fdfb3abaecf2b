/** Sizes of headers, which browsers do not tell of requests. */
import type { HeaderMap, RecordedHop } from '../recorder/model.ts'

/** `: ` and the end of the line. */
const aroundHeader = 4

const valuesOf = (value: string | string[]): readonly string[] => (typeof value === 'string' ? [value] : value)

/** @returns bytes of one header with all of its values, as lines of HTTP/1.1. */
export const headerBytes = (name: string, value: string | string[]): number =>
  valuesOf(value).reduce((sum, one) => sum + Buffer.byteLength(name) + Buffer.byteLength(one) + aroundHeader, 0)

/** @returns headers as a list, one item a line. */
export const headerLines = (headers: HeaderMap): { name: string; value: string }[] =>
  Object.entries(headers).flatMap(([name, value]) => valuesOf(value).map((one) => ({ name, value: one })))

/** The first line without method and path: two spaces, `HTTP/1.1` and its end, then the empty line. */
const aroundRequestLine = 14

/** @returns bytes of a request's head, reckoned as HTTP/1.1. */
export function requestHeadBytes({ method, url, requestHeaders }: RecordedHop): number {
  const parsed = URL.parse(url)
  const target = parsed === null ? url : `${parsed.pathname}${parsed.search}`
  const lines = Object.entries(requestHeaders).reduce((sum, [name, value]) => sum + headerBytes(name, value), 0)
  return Buffer.byteLength(method) + Buffer.byteLength(target) + aroundRequestLine + lines
}
