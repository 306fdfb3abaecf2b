/**
 * Formats JSON over several lines without changing a value: tokens are copied, so that large numbers, escapes and
 * repeated keys are preserved.
 */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'

/** Deeper levels are not indented further, so that nesting cannot make the result quadratic. */
const indentedLevelsMax = 40

const indentOf = Array.from({ length: indentedLevelsMax + 1 }, (_, level) => `\n${'  '.repeat(level)}`)

/**
 * Formats single-line JSON with one line per member, indented by two spaces.
 * @returns the text unchanged when it already has line breaks (a layout, or one value per line), is not JSON or is
 * larger than `extractLimits.jsonSniffMaxBytes`.
 */
export function layOutJson(text: string): string {
  const json = text.trim()
  if (json.length > extractLimits.jsonSniffMaxBytes || /[\r\n]/.test(json) || !isContainer(json)) return text
  const parts: string[] = []
  let level = 0
  /** Start of the run that is copied next. */
  let from = 0
  const copyTo = (end: number): void => {
    if (end > from) parts.push(json.slice(from, end))
    from = end
  }
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case code.quote:
        at = stringEnd(json, at)
        break
      case code.space:
      case code.tab:
        copyTo(at)
        from = at + 1
        break
      case code.brace:
      case code.bracket: {
        const end = closedAtOnce(json, at + 1)
        copyTo(at + 1)
        if (end === -1) parts.push(lineAt(++level))
        else {
          at = end
          from = end
          copyTo(end + 1)
        }
        break
      }
      case code.comma:
        copyTo(at + 1)
        parts.push(lineAt(level))
        break
      case code.colon:
        copyTo(at + 1)
        parts.push(' ')
        break
      case code.closingBrace:
      case code.closingBracket:
        copyTo(at)
        parts.push(lineAt(--level))
        break
      default:
    }
  }
  copyTo(json.length)
  return parts.join('')
}

const code = {
  tab: 0x09,
  space: 0x20,
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  bracket: 0x5b,
  backslash: 0x5c,
  closingBracket: 0x5d,
  brace: 0x7b,
  closingBrace: 0x7d,
} as const

const lineAt = (level: number): string => indentOf[Math.min(Math.max(level, 0), indentedLevelsMax)] ?? '\n'

/** Returns the position of the quote that ends the string that begins at `start`. */
function stringEnd(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === code.backslash) at++
    else if (character === code.quote) return at
  }
  return json.length
}

/** Returns the position of the bracket that closes an empty object or array opened just before `from`; -1 if none. */
function closedAtOnce(json: string, from: number): number {
  let at = from
  while (json.charAt(at) === ' ' || json.charAt(at) === '\t') at++
  const character = json.charAt(at)
  return character === '}' || character === ']' ? at : -1
}

function isContainer(json: string): boolean {
  if (!json.startsWith('{') && !json.startsWith('[')) return false
  try {
    JSON.parse(json)
    return true
  } catch {
    return false
  }
}
