/** Indents JSON. */

/** Longer texts are left as they are, so that the page stays quick. */
const longest = 1024 * 1024

/** @returns the text with indentation; null when it is no object or list, or too long. */
export function formattedJson(text: string): string | null {
  if (text.length > longest || !/^\s*[[{]/.test(text)) return null
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return null
  }
}
