/** Addresses as people type them. */

/** Adds the scheme that people leave out; any other address goes to the service as it is. */
export function withScheme(url: string): string {
  const text = url.trim()
  return /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/.test(text) ? `https://${text}` : text
}
