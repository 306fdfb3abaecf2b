/** How a call is named in the list: the path, and the host apart from it. */

export interface CallName {
  /** Path and query; other addresses as a whole. */
  path: string
  host: string
}

/** Addresses longer than this are cut in the list; the call itself shows them whole. */
const pathMaxCharacters = 300

const shortened = (text: string): string =>
  text.length > pathMaxCharacters ? `${text.slice(0, pathMaxCharacters)}…` : text

/** @param url of any origin; an address that cannot be parsed is returned unchanged. */
export function callName(url: string): CallName {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.host === '') return { path: shortened(url === '' ? '(no address)' : url), host: '' }
  return { path: shortened(`${parsed.pathname}${parsed.search}`), host: parsed.host }
}
