/** Converts the bytes of a body to text where they are text, otherwise to base64; limits the size. Pure. */
import { isUtf8 } from 'node:buffer'
import type { KeptBody } from './model.ts'

/** Returns the longest prefix of at most `max` bytes that does not end inside a UTF-8 character. */
export function cutUtf8(bytes: Buffer, max: number): Buffer {
  if (bytes.length <= max) return bytes
  let end = max
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end)
}

/** Removes an unfinished character at the end, which the last piece of a stream may have. */
function withoutOpenCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes
  }
  return bytes
}

/**
 * Media types of text. Other types are not decoded with the charset: charsets other than UTF-8 turn every byte into
 * a character, so that success proves nothing.
 */
const textTypes = /^(?:text\/|application\/(?:.*\+)?(?:json|xml|javascript|ecmascript))/i

/** Decodes text in the charset that the response names; null if it names none or UTF-8, or the bytes do not fit. */
function decodeLegacy(bytes: Buffer, charset: string | null, mimeType: string | null): string | null {
  if (charset === null || charset === '' || /^utf-?8$/i.test(charset)) return null
  if (mimeType === null || !textTypes.test(mimeType)) return null
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    // An unknown charset, or bytes that are not valid in it.
    return null
  }
}

interface BodyFacts {
  maxBytes: number
  charset: string | null
  mimeType: string | null
  /** Full decoded size, when it is known to be more than the bytes here. */
  totalBytes: number
  /** Whether the bytes may stop inside a character. */
  open: boolean
}

/** Keeps bytes: as text when they are valid UTF-8 or valid in the charset, otherwise as base64. */
export function keepBytes(bytes: Buffer, facts: BodyFacts): KeptBody {
  const total = Math.max(facts.totalBytes, bytes.length)
  const legacy = decodeLegacy(bytes, facts.charset, facts.mimeType)
  if (legacy !== null) return keepText(legacy, facts.maxBytes, total)
  const whole = facts.open || bytes.length < total ? withoutOpenCharacter(bytes) : bytes
  if (isUtf8(whole)) {
    const cut = cutUtf8(whole, facts.maxBytes)
    const truncated = cut.length < whole.length || total > bytes.length
    return { kind: 'kept', text: cut.toString('utf8'), encoding: 'utf8', bytes: total, truncated }
  }
  const cut = bytes.subarray(0, facts.maxBytes)
  return {
    kind: 'kept',
    text: cut.toString('base64'),
    encoding: 'base64',
    bytes: total,
    truncated: cut.length < total,
  }
}

/**
 * Keeps text as received.
 * @param totalBytes full decoded size on the wire; 0: not known.
 */
export function keepText(text: string, maxBytes: number, totalBytes: number): KeptBody {
  // A UTF-16 code unit never takes more than three bytes.
  if (text.length * 3 <= maxBytes) {
    const bytes = totalBytes > 0 ? totalBytes : Buffer.byteLength(text)
    return { kind: 'kept', text, encoding: 'utf8', bytes, truncated: false }
  }
  const encoded = Buffer.from(text, 'utf8')
  const cut = cutUtf8(encoded, maxBytes)
  return {
    kind: 'kept',
    text: cut.length === encoded.length ? text : cut.toString('utf8'),
    encoding: 'utf8',
    bytes: totalBytes > 0 ? totalBytes : encoded.length,
    truncated: cut.length < encoded.length,
  }
}

/** Returns the number of bytes that a base64 text encodes. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Math.floor((text.length * 3) / 4) - padding
}
