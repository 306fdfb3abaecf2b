/** Text on a terminal: measures its width, truncates it, and removes what must not reach a terminal. */
import { stripVTControlCharacters, styleText } from 'node:util'

/** An output stream, such as `process.stdout` or `process.stderr`. */
export interface TextOutput {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

export type TextStyle = Parameters<typeof styleText>[0]

/** Styles text, or returns it unchanged where colour is not wanted. */
export type Paint = (style: TextStyle, text: string) => string

/** Environment variables that control colour and redrawing. */
export type TerminalEnvironment = Readonly<Record<string, string | undefined>>

/** Returns true for an output where a line can be redrawn in place. */
export const isLiveTerminal = (output: TextOutput, environment: TerminalEnvironment): boolean =>
  output.isTTY === true && environment['TERM'] !== 'dumb'

/** Returns a painter that colours text on a terminal, unless `NO_COLOR` is set to any value (no-color.org). */
export function paintFor(output: TextOutput, environment: TerminalEnvironment): Paint {
  const wanted = isLiveTerminal(output, environment) && (environment['NO_COLOR'] ?? '') === ''
  return wanted ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text
}

/** Makes external text safe to print: no escape sequences, controls or invisible marks. */
export const printable = (text: string): string =>
  stripVTControlCharacters(text)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u
const doubleWidth =
  /\p{Emoji_Presentation}|\u{FE0F}|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]/u

const pieces = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

const pieceWidth = (piece: string): number => {
  if (zeroWidth.test(piece)) return 0
  return doubleWidth.test(piece) ? 2 : 1
}

/** Returns the number of terminal columns that unstyled text occupies. */
export function displayWidth(text: string): number {
  let width = 0
  for (const piece of pieces(text)) width += pieceWidth(piece)
  return width
}

/** Returns as many leading pieces as fit into `columns`. */
function leading(parts: readonly string[], columns: number): string {
  let taken = ''
  let width = 0
  for (const piece of parts) {
    width += pieceWidth(piece)
    if (width > columns) break
    taken += piece
  }
  return taken
}

/** Truncates the end, marked with `…`, when text is wider than `columns`. */
export function cutEnd(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  return columns < 1 ? '' : `${leading(pieces(text), columns - 1)}…`
}

/** Removes the middle, marked with `…`: both ends of a URL distinguish pages. */
export function cutMiddle(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  if (columns < 1) return ''
  const parts = pieces(text)
  const headColumns = Math.ceil((columns - 1) / 2)
  const tail = leading(parts.toReversed(), columns - 1 - headColumns)
  return `${leading(parts, headColumns)}…${pieces(tail).toReversed().join('')}`
}
