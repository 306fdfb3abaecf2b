/** Names of API keys and tenants: used in object keys, search attributes and logs. This file imports no package. */

/** The rule for names as a pattern of JSON Schema. */
export const keyNamePattern = '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'

const keyNameRule = new RegExp(keyNamePattern)

/** Returns true for a text that is valid as the id of a key or the name of a tenant. */
export const isKeyName = (text: string): boolean => keyNameRule.test(text)

/** The rule in words, for messages. */
export const keyNameInWords = 'must begin with a letter or digit and have at most 64 letters, digits, `_`, `..` and `-`'
