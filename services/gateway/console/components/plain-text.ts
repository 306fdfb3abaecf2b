/** Makes text of websites safe to display: direction marks and other invisible characters are shown as codes. */

/** Control characters, direction marks and other invisible characters. */
const hidden = /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/** Replaces invisible characters of titles and addresses by codes, such as `<U+202E>`. */
export const withCodes = (text: string): string =>
  text.replaceAll(hidden, (sign) =>
    sign === '\n' || sign === '\t' ? ' ' : `<U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`,
  )

/** Returns an `http` or `https` address for a link; null for any other text. */
export function webAddress(text: string, base?: string): string | null {
  let url: URL
  try {
    url = new URL(text, base)
  } catch {
    return null
  }
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
}

/** Attributes of links to websites: no `Referer` header, and no access to this window by `window.opener`. */
export const outward = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const
