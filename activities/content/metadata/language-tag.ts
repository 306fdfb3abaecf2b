/** Normalizes language tags according to BCP 47. */

/**
 * Returns a well-formed tag in canonical spelling (`en-GB`, `zh-Hant`), for a list its first one; null when the
 * text is not a tag, such as `english`.
 */
export function languageTag(text: string | null): string | null {
  if (text === null) return null
  const first =
    text
      .split(/[,;\s]/, 1)[0]
      ?.replaceAll('_', '-')
      .slice(0, 35) ?? ''
  if (!/^[a-z]{2,3}(?:-|$)/i.test(first)) return null
  // Server locales have a suffix, as in `en-US.UTF-8`.
  const tag = first.replace(/[.@].*$/, '')
  try {
    const canonical = Intl.getCanonicalLocales(tag)[0] ?? null
    return canonical !== null && noLanguage.test(canonical) ? null : canonical
  } catch {
    return null
  }
}

/** Tags that do not name a language: undetermined, no linguistic content, multiple, uncoded. */
const noLanguage = /^(?:und|zxx|mul|mis)(?:-|$)/

/** Returns the primary language subtag, two or three letters; empty when the tag is null. */
export const languageOf = (tag: string | null): string => tag?.split('-', 1)[0]?.toLowerCase() ?? ''
