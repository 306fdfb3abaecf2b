/** Escapes for writing HTML. */

/** Text between tags. */
export function escapeHtml(text: string): string {
  // One search for each sign that occurs: a pass over the matches of a pattern costs more, and memory.
  let escaped = text.includes('&') ? text.replaceAll('&', '&amp;') : text
  if (escaped.includes('<')) escaped = escaped.replaceAll('<', '&lt;')
  return escaped.includes('>') ? escaped.replaceAll('>', '&gt;') : escaped
}

/** Text inside double quotes of an attribute. */
export function escapeAttribute(text: string): string {
  const escaped = escapeHtml(text)
  return escaped.includes('"') ? escaped.replaceAll('"', '&quot;') : escaped
}
