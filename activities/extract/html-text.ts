/** Escapes for writing HTML. */

/** Text between tags. */
export function escapeHtml(text: string): string {
  if (!/[&<>]/.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Text inside double quotes of an attribute. */
export const escapeAttribute = (text: string): string => escapeHtml(text).replaceAll('"', '&quot;')
