/** Reads the value of a text-like selector: plain words, `"exactly this"`, `/an expression/i`. */
import { actionLimits } from '../config/browser-limits.ts'
import type { TextMatch } from './query.ts'

/** A selector that cannot be read. */
export class InvalidSelectorError extends Error {
  override readonly name = 'InvalidSelectorError'
}

/**
 * A regular expression, checked.
 * @param flags those of JavaScript; `g` and `y`, which make a match depend on the one before, are dropped.
 * @throws InvalidSelectorError
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

/** `/pattern/flags`; null for anything else. */
export function slashedRegex(text: string): TextMatch | null {
  const parts = /^\/(.+)\/([a-z]*)$/s.exec(text)
  return parts === null ? null : regexMatch(parts[1] ?? '', parts[2] ?? '')
}

const unquote = (text: string): string => text.slice(1, -1).replaceAll(/\\(.)/gs, '$1')

/** Whether a text is one quoted string from end to end. */
export const isQuoted = (text: string): boolean => /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')$/s.test(text)

/**
 * Plain words are found anywhere in a text, whatever their case; quoted ones must be all of it.
 * @throws InvalidSelectorError for an empty text.
 */
export function textMatch(selector: string): TextMatch {
  const trimmed = selector.trim()
  if (trimmed === '') throw new InvalidSelectorError('the selector is empty')
  if (isQuoted(trimmed)) return { how: 'equals', value: unquote(trimmed), ignoreCase: false, flags: '' }
  return { how: 'contains', value: trimmed, ignoreCase: true, flags: '' }
}
