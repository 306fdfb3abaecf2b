/** Checks whether a CSS selector can be matched against a page without a browser. */
import { parseCss } from './parse-css.ts'
import { InvalidSelectorError } from './parse-text.ts'

/**
 * Validates a CSS selector for `include_tags` and `exclude_tags`.
 * @returns null when the selector can be used; otherwise the reason, worded for the caller.
 */
export function selectorProblem(selector: string): string | null {
  try {
    parseCss(selector)
    return null
  } catch (error) {
    if (error instanceof InvalidSelectorError) return error.message
    throw error
  }
}
