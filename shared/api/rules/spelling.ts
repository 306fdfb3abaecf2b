/** Spellings of field names: which known field another spelling means, and snake_case to camelCase. */

/** No field has a longer name, and looking for its spelling costs as much as it is long. */
const nameMaxCharacters = 64

/** `only_main_content` → `onlyMainContent`. */
export const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const squashed = (name: string): string => name.toLowerCase().replaceAll(/[_\-\s]/g, '')

/**
 * The known field that `name` is another spelling of, or null.
 * Names are the same spelling-wise when they differ only in case, `_`, `-` and spaces.
 */
export function knownSpelling(name: string, known: readonly string[]): string | null {
  if (name.length > nameMaxCharacters) return null
  const wanted = squashed(name)
  return known.find((candidate) => squashed(candidate) === wanted) ?? null
}

/** What is wrong with a field that an endpoint does not have, with the spelling it uses for what was meant. */
export function unknownFieldRule(name: string, known: readonly string[]): string {
  const spelling = knownSpelling(name, known)
  const hint = spelling === null ? '' : `; this endpoint spells it \`${spelling}\``
  return `is not a field of this endpoint${hint}`
}
