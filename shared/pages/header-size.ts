/** Headers as lines of HTTP/1.1, and their size in bytes. */
import type { HeaderMap } from './headers.ts'

/** Bytes of `: ` and the end of the line. */
const aroundHeader = 4

const valuesOf = (value: string | string[]): readonly string[] => (typeof value === 'string' ? [value] : value)

/** @returns bytes of one header with all of its values, as lines of HTTP/1.1. */
export const headerBytes = (name: string, value: string | string[]): number =>
  valuesOf(value).reduce((sum, one) => sum + Buffer.byteLength(name) + Buffer.byteLength(one) + aroundHeader, 0)

/** @returns headers as a list, one item a line. */
export const headerLines = (headers: HeaderMap): { name: string; value: string }[] =>
  Object.entries(headers).flatMap(([name, value]) => valuesOf(value).map((one) => ({ name, value: one })))
