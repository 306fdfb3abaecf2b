/** Names of API keys and tenants: they stand in object keys, search attributes and logs. No package is needed here. */

/** As a pattern of JSON Schema. */
export const keyNamePattern = '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'

const keyNameRule = new RegExp(keyNamePattern)

/** True for text that can be the id of a key or the name of a tenant. */
export const isKeyName = (text: string): boolean => keyNameRule.test(text)

/** The rule in words, for messages. */
export const keyNameInWords = 'begins with a letter or digit and has at most 64 of letters, digits, `_`, `..` and `-`'
