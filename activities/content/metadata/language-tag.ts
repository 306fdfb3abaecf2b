/** Language tags as BCP 47 has them. */

/**
 * A well-formed tag in its usual spelling (`en-GB`, `zh-Hant`); of a list the first; null for what is
 * no tag, such as `english`.
 */
export function languageTag(text: string | null): string | null {
  if (text === null) return null
  const first =
    text
      .split(/[,;\s]/, 1)[0]
      ?.replaceAll('_', '-')
      .slice(0, 35) ?? ''
  if (!/^[a-z]{2,3}(?:-|$)/i.test(first)) return null
  // `en-US.UTF-8` is what a server's locale looks like.
  const tag = first.replace(/[.@].*$/, '')
  try {
    const canonical = Intl.getCanonicalLocales(tag)[0] ?? null
    return canonical !== null && noLanguage.test(canonical) ? null : canonical
  } catch {
    return null
  }
}

/** Undetermined, none, several: tags that name no language. */
const noLanguage = /^(?:und|zxx|mul|mis)(?:-|$)/

/** The language alone, two or three letters; empty when it is not known. */
export const languageOf = (tag: string | null): string => tag?.split('-', 1)[0]?.toLowerCase() ?? ''
