/** Parses the value of a text-like selector: plain words, `"exact text"`, `/a regular expression/i`. */
import { actionLimits } from '../config/browser-limits.ts'
import type { TextMatch } from './query.ts'

/** Thrown when a selector cannot be parsed. */
export class InvalidSelectorError extends Error {
  override readonly name = 'InvalidSelectorError'
}

/**
 * Validates a regular expression and returns it as a match.
 * @param flags JavaScript flags; `g` and `y` are dropped, because they make a match depend on the previous one.
 * @throws InvalidSelectorError when the expression is invalid or too long.
 */
export function regexMatch(source: string, flags: string): TextMatch {
  if (source.length > actionLimits.regexMaxCharacters) {
    throw new InvalidSelectorError(`a pattern may have ${actionLimits.regexMaxCharacters} characters`)
  }
  const kept = flags.replaceAll(/[gy]/g, '')
  try {
    void new RegExp(source, kept)
  } catch (error) {
    throw new InvalidSelectorError((error as Error).message)
  }
  return { how: 'regex', value: source, ignoreCase: false, flags: kept }
}

/** Reads `/pattern/flags`; returns null for any other text. */
export function slashedRegex(text: string): TextMatch | null {
  const parts = /^\/(.+)\/([a-z]*)$/s.exec(text)
  return parts === null ? null : regexMatch(parts[1] ?? '', parts[2] ?? '')
}

const unquote = (text: string): string => text.slice(1, -1).replaceAll(/\\(.)/gs, '$1')

/** Returns true when the whole text is one quoted string. */
export const isQuoted = (text: string): boolean => /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')$/s.test(text)

/**
 * Reads a text to match: plain words match anywhere, case-insensitively; a quoted text must equal the whole text.
 * @throws InvalidSelectorError when the text is empty.
 */
export function textMatch(selector: string): TextMatch {
  const trimmed = selector.trim()
  if (trimmed === '') throw new InvalidSelectorError('the selector is empty')
  if (isQuoted(trimmed)) return { how: 'equals', value: unquote(trimmed), ignoreCase: false, flags: '' }
  return { how: 'contains', value: trimmed, ignoreCase: true, flags: '' }
}
