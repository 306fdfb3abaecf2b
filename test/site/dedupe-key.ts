/**
 * The rules for which spellings of a URL a crawl treats as the same page, and which URLs the start path admits.
 * Implemented from the specification, independently of the code under test.
 */

const tracking = new Set(
  'gclid dclid gbraid wbraid fbclid msclkid mc_cid mc_eid yclid igshid _ga _gl _hsenc _hsmi vero_id mkt_tok'.split(' '),
)
const sessions = new Set(['phpsessid', 'cfid', 'cftoken'])

const isNoise = (name: string): boolean => {
  const lower = name.toLowerCase()
  return lower.startsWith('utm_') || tracking.has(lower) || sessions.has(lower)
}

/** RFC 3986 section 6.2.2: hex in upper case, encoded unreserved characters decoded. */
const normalised = (text: string): string =>
  text.replaceAll(/%([0-9A-Fa-f]{2})/g, (whole, hex: string) => {
    const byte = Number.parseInt(hex, 16)
    const unreserved = /^[\w.~-]$/.test(String.fromCodePoint(byte)) && byte < 128
    return unreserved ? String.fromCodePoint(byte) : whole.toUpperCase()
  })

/** Returns the key by which a crawl identifies a URL. Trailing slash, `www` and `index.html` stay significant. */
export function dedupeKey(url: URL, ignoreQueryParameters: boolean): string {
  const path = normalised(url.pathname).replace(/;jsessionid=[^/]*/i, '')
  const parameters = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '')
    .map((parameter) => ({ name: parameter.split('=')[0] ?? '', text: normalised(parameter) }))
    .filter((parameter) => !isNoise(parameter.name))
    .toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
  if (ignoreQueryParameters || parameters.length === 0) return url.origin + path
  return `${url.origin}${path}?${parameters.map((parameter) => parameter.text).join('&')}`
}

const fileName = /\.(?:html?|xhtml|php|aspx?|jsp)$/i

/** Whether a URL on the start page's origin is below the start path. */
export function isBelow(start: URL, url: URL): boolean {
  const path = start.pathname
  if (path.endsWith('/')) return url.pathname.startsWith(path)
  if (fileName.test(path)) return url.pathname.startsWith(path.slice(0, path.lastIndexOf('/') + 1))
  return url.pathname === path || url.pathname.startsWith(`${path}/`)
}

const media = /\.(?:png|jpe?g|gif|webp|svg|ico|mp3|mp4|webm|zip|gz|tar|exe|dmg)$/i

/** Whether a crawl skips the URL because of its file extension. */
export const isMedia = (url: URL): boolean => media.test(url.pathname)
