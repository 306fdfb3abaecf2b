/** References `{{secret.name}}` in the texts of a playbook. */

/** Pattern of valid secret names. */
export const secretNamePattern = /^[A-Za-z0-9_]{1,64}$/

const reference = /\{\{secret\.(?<name>[A-Za-z0-9_]{1,64})\}\}/g
/** Also matches malformed references, so that none is sent out literally. */
const attempt = /\{\{\s{0,8}secrets?\b[^{}]{0,128}\}\}/gi

/** Returns the names of the secrets that a text refers to. */
export const secretNamesIn = (text: string): string[] =>
  [...text.matchAll(reference)].flatMap(({ groups }) => groups?.['name'] ?? [])

/** Returns whether a text contains a malformed reference. */
export const hasBrokenReference = (text: string): boolean =>
  [...text.matchAll(attempt)].length > secretNamesIn(text).length

/** Returns whether a text consists of one reference only. */
export const isReference = (text: string): boolean => /^\{\{secret\.[A-Za-z0-9_]{1,64}\}\}$/.test(text)

/** Replaces the references in a text by their secrets; a reference to an unknown secret stays unchanged. */
export const fillSecrets = (text: string, secrets: Readonly<Record<string, string>>): string =>
  text.replaceAll(reference, (written, name: string) =>
    Object.hasOwn(secrets, name) ? (secrets[name] ?? written) : written,
  )
