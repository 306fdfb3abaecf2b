/** Distinguishes JSON from other text. */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'

/**
 * Returns true for a single JSON object or array, or lines of JSON objects.
 * @param bytes UTF-8, with or without a byte order mark.
 * @param start first characters, without byte order mark.
 */
export function isJson(bytes: Uint8Array<ArrayBuffer>, start: string): boolean {
  const first = /^\s*([[{])/.exec(start)?.[1]
  if (first === undefined || bytes.byteLength > extractLimits.jsonSniffMaxBytes) return false
  if (lastCharacter(bytes) !== (first === '{' ? '}' : ']')) return false
  return hasJsonLines(start) || parses(new TextDecoder().decode(bytes))
}

/** Returns the last character that is not white space; only ASCII characters are reported correctly. */
function lastCharacter(bytes: Uint8Array): string {
  let at = bytes.byteLength - 1
  while (at >= 0 && (bytes[at] ?? 0) <= 0x20) at--
  return String.fromCharCode(bytes[at] ?? 0)
}

/** Returns true when each of the first two lines is a JSON object (NDJSON, JSON Lines). */
function hasJsonLines(start: string): boolean {
  const [first = '', second = '', rest] = start.split('\n', 3)
  return rest !== undefined && isJsonObjectLine(first) && isJsonObjectLine(second)
}

const isJsonObjectLine = (line: string): boolean => line.startsWith('{') && line.trimEnd().endsWith('}') && parses(line)

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
