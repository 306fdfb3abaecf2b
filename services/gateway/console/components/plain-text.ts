/** Text of websites, fit to be read: it cannot reorder what stands around it, and shows what is invisible in it. */

/** Control characters, marks that change the direction of writing, and other characters without a sign. */
const hidden = /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/** Shows characters of titles and addresses that have no sign of their own as codes, such as `<U+202E>`. */
export const withCodes = (text: string): string =>
  text.replaceAll(hidden, (sign) =>
    sign === '\n' || sign === '\t' ? ' ' : `<U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`,
  )

/** Returns the address when a link may lead to it: `http` and `https` alone; null for any other text. */
export function webAddress(text: string, base?: string): string | null {
  let url: URL
  try {
    url = new URL(text, base)
  } catch {
    return null
  }
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
}

/** Attributes of links to websites: the page behind them learns nothing and gets no hold of this one. */
export const outward = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const
