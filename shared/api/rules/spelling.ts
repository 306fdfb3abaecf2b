/**
 * Spellings of field names: finds the known field that another spelling means, and converts snake_case to camelCase.
 */

/** All field names are shorter; longer names are not compared, because the cost grows with their length. */
const nameMaxCharacters = 64

/** Converts `only_main_content` to `onlyMainContent`. */
export const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const squashed = (name: string): string => name.toLowerCase().replaceAll(/[_\-\s]/g, '')

/**
 * Returns the known field of which `name` is another spelling, or null. Spellings are equal when they differ only in
 * case, `_`, `-` and white space.
 */
export function knownSpelling(name: string, known: readonly string[]): string | null {
  if (name.length > nameMaxCharacters) return null
  const wanted = squashed(name)
  return known.find((candidate) => squashed(candidate) === wanted) ?? null
}

/** Returns the problem with a field that an endpoint does not have, with the correct spelling if the field is known. */
export function unknownFieldRule(name: string, known: readonly string[]): string {
  const spelling = knownSpelling(name, known)
  const hint = spelling === null ? '' : `; this endpoint spells it \`${spelling}\``
  return `is not a field of this endpoint${hint}`
}
