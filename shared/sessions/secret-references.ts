/** `{{secret.name}}` in the texts of a playbook. */

/** Names that secrets may have. */
export const secretNamePattern = /^[A-Za-z0-9_]{1,64}$/

const reference = /\{\{secret\.(?<name>[A-Za-z0-9_]{1,64})\}\}/g
/** Also those that are no reference to anything, so that none goes out as it is written. */
const attempt = /\{\{\s{0,8}secrets?\b[^{}]{0,128}\}\}/gi

/** The names of the secrets that a text refers to. */
export const secretNamesIn = (text: string): string[] =>
  [...text.matchAll(reference)].flatMap(({ groups }) => groups?.['name'] ?? [])

/** Whether a text has something that looks like a reference and is none. */
export const hasBrokenReference = (text: string): boolean =>
  [...text.matchAll(attempt)].length > secretNamesIn(text).length

/** Whether a text is a reference and nothing else. */
export const isReference = (text: string): boolean => /^\{\{secret\.[A-Za-z0-9_]{1,64}\}\}$/.test(text)

/** A text with its secrets filled in; a reference to none that there is stays as it is written. */
export const fillSecrets = (text: string, secrets: Readonly<Record<string, string>>): string =>
  text.replaceAll(reference, (written, name: string) =>
    Object.hasOwn(secrets, name) ? (secrets[name] ?? written) : written,
  )
