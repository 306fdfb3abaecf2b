/** Whether a CSS selector can be matched against a page without a browser. */

/**
 * What is wrong with a CSS selector.
 * @returns null when it can be used; otherwise a sentence for the caller.
 */
export function selectorProblem(selector: string): string | null {
  return selector.trim() === '' ? 'the selector is empty' : null
}
