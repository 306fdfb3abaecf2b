/**
 * Reads the value of a `Refresh` header or of `<meta http-equiv="refresh">` by the steps of the HTML standard
 * ("shared declarative refresh steps").
 * @param value such as `0; url=/next`.
 * @param documentUrl base of a relative URL.
 * @returns milliseconds until the document navigates; null when it stays or only reloads itself.
 */
export function refreshDelayMs(value: string, documentUrl: string): number | null {
  const parts = /^\s*(\d+)?(?:\.[\d.]*)?(?:\s*[;,]|\s|$)\s*(?:url\s*=\s*)?(.*)$/is.exec(value)
  if (parts === null) return null
  const [, seconds, rest = ''] = parts
  if (seconds === undefined && !/^\s*\./.test(value)) return null
  const quote = /^['"]/.exec(rest)?.[0]
  const target = quote === undefined ? rest : (rest.slice(1).split(quote)[0] ?? '')
  const url = target === '' ? null : URL.parse(target.trim(), documentUrl)
  if (url === null || url.href === documentUrl) return null
  return Number(seconds ?? 0) * 1_000
}
