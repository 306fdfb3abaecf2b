/** Spellings of field names: which known field another spelling means, and snake_case to camelCase. */

/** `only_main_content` → `onlyMainContent`. */
export const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const squashed = (name: string): string => name.toLowerCase().replaceAll(/[_\-\s]/g, '')

/**
 * The known field that `name` is another spelling of, or null.
 * Names are the same spelling-wise when they differ only in case, `_`, `-` and spaces.
 */
export function knownSpelling(name: string, known: readonly string[]): string | null {
  const wanted = squashed(name)
  return known.find((candidate) => squashed(candidate) === wanted) ?? null
}
