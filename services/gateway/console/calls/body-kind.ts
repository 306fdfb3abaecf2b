/** Finds out how a body can be shown: as text, as a picture, or as bytes. */
import { captureViewLimits } from './capture-limits.ts'
import type { CallBody } from './captured-call.ts'

export type ClassifiedBody =
  | { kind: 'none'; reason: string | null }
  | { kind: 'text'; text: string }
  | { kind: 'picture'; type: string; bytes: Uint8Array }
  | { kind: 'bytes'; bytes: Uint8Array }

/** First bytes of the pictures that are shown. SVG is not shown as a picture, because it can contain scripts. */
const pictures: readonly { type: string; starts: readonly (number | null)[] }[] = [
  { type: 'image/png', starts: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', starts: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', starts: [0x47, 0x49, 0x46, 0x38] },
  { type: 'image/webp', starts: [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50] },
]

/** Returns the type of a picture by its first bytes, regardless of the declared type; null when it is no picture. */
export function pictureType(bytes: Uint8Array): string | null {
  const found = pictures.find(({ starts }) => starts.every((byte, index) => byte === null || bytes[index] === byte))
  return found?.type ?? null
}

function decoded(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

/** Decodes base64; invalid base64 is shown as text. */
export function classifyBody(body: CallBody): ClassifiedBody {
  if (body.text === null) return { kind: 'none', reason: body.missing }
  if (!body.isBase64) return { kind: 'text', text: body.text }
  const bytes = decoded(body.text)
  if (bytes === null) return { kind: 'text', text: body.text }
  const type = pictureType(bytes)
  const isShown = type !== null && !body.isTruncated && bytes.byteLength <= captureViewLimits.pictureMaxBytes
  return isShown ? { kind: 'picture', type, bytes } : { kind: 'bytes', bytes }
}

/** Bytes in a row of `hexRows`. */
export const rowBytes = 16
const printable = (byte: number): string => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')

/** Writes bytes as rows of offset, hexadecimal values and characters. */
export function hexRows(bytes: Uint8Array, mostRows: number): string {
  const rows: string[] = []
  for (let at = 0; at < bytes.length && rows.length < mostRows; at += rowBytes) {
    const row = [...bytes.subarray(at, at + rowBytes)]
    const values = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    rows.push(`${at.toString(16).padStart(8, '0')}  ${values.padEnd(rowBytes * 3 - 1)}  ${row.map(printable).join('')}`)
  }
  return rows.join('\n')
}
