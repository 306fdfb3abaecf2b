/** Reads Rich Text Format 1.9.1 as a stream of tokens. */
import { readingTimeMs } from '../../threads/reading-time.ts'

/** Receives the tokens of a document. Bytes of text are passed one at a time; the handler decodes them. */
export interface RtfHandler {
  openGroup(): void
  closeGroup(): void
  /** A control word; `parameter` is null when it has none. */
  word(name: string, parameter: number | null): void
  /** A control symbol such as `~`, `-`, `_` or `*`. */
  symbol(character: string): void
  /** One byte of text, written literally or as `\'hh`. */
  byte(code: number): void
}

/** Number of tokens between two checks of the deadline. */
const tokensPerLook = 16_384
const wordMaxLetters = 32
const backslash = 0x5c

/**
 * Reads a document once, in linear time.
 * @param text its bytes as Latin-1.
 * @returns false when it stopped at the deadline.
 */
export function readRtf(text: string, handler: RtfHandler, deadlineMs: number): boolean {
  let at = 0
  for (let tokens = 1; at < text.length; tokens++) {
    if (tokens % tokensPerLook === 0 && readingTimeMs() > deadlineMs) return false
    const code = text.charCodeAt(at)
    if (code === backslash) at = readControl(text, at + 1, handler)
    else {
      at++
      if (code === 0x7b) handler.openGroup()
      else if (code === 0x7d) handler.closeGroup()
      // Line breaks and NUL are not text.
      else if (code !== 0x0a && code !== 0x0d && code !== 0) handler.byte(code)
    }
  }
  return true
}

/** @returns the position of the next token. */
function readControl(text: string, from: number, handler: RtfHandler): number {
  if (!isLetter(text.charCodeAt(from))) return readSymbol(text, from, handler)
  let at = from + 1
  while (at - from < wordMaxLetters && isLetter(text.charCodeAt(at))) at++
  const name = text.slice(from, at)
  const digitsFrom = at
  if (text[at] === '-') at++
  while (at - digitsFrom < 11 && isDigit(text.charCodeAt(at))) at++
  const digits = text.slice(digitsFrom, at)
  const parameter = digits === '' || digits === '-' ? null : Number(digits)
  if (digits === '-') at--
  if (text[at] === ' ') at++
  if (name === 'bin') return at + Math.max(0, parameter ?? 0)
  handler.word(name, parameter)
  return at
}

function readSymbol(text: string, at: number, handler: RtfHandler): number {
  const character = text[at] ?? ''
  if (character === "'") {
    const code = Number.parseInt(text.slice(at + 1, at + 3), 16)
    if (!Number.isNaN(code)) handler.byte(code)
    return at + 3
  }
  if (character === '\\' || character === '{' || character === '}') handler.byte(character.charCodeAt(0))
  else if (character === '\n' || character === '\r') handler.word('par', null)
  else handler.symbol(character)
  return at + 1
}

const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
