/** Tells JSON from other text. */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'

/**
 * True for content that is one JSON object or array, or lines of JSON objects.
 * @param bytes UTF-8, perhaps with a mark.
 * @param start first characters, mark cut.
 */
export function isJson(bytes: Uint8Array<ArrayBuffer>, start: string): boolean {
  const first = /^\s*([[{])/.exec(start)?.[1]
  if (first === undefined || bytes.byteLength > extractLimits.jsonSniffMaxBytes) return false
  if (lastCharacter(bytes) !== (first === '{' ? '}' : ']')) return false
  return hasJsonLines(start) || parses(new TextDecoder().decode(bytes))
}

/** The last character that is no white space; ASCII in what is looked for. */
function lastCharacter(bytes: Uint8Array): string {
  let at = bytes.byteLength - 1
  while (at >= 0 && (bytes[at] ?? 0) <= 0x20) at--
  return String.fromCharCode(bytes[at] ?? 0)
}

/** True when the first two lines are JSON objects each (NDJSON, JSON Lines). */
function hasJsonLines(start: string): boolean {
  const [first = '', second = '', rest] = start.split('\n', 3)
  return rest !== undefined && isObject(first) && isObject(second)
}

const isObject = (line: string): boolean => line.startsWith('{') && line.trimEnd().endsWith('}') && parses(line)

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
