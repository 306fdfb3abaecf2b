/** Decodes a percent-encoded text; returns it unchanged when it is not validly encoded. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
