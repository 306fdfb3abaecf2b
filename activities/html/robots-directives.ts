/**
 * Reads the robots directives of a page: meta robots, meta elements for a single crawler, and the
 * `X-Robots-Tag` header, which can also name crawlers (`googlebot: nofollow`).
 */

/** Directives with a value; a name before a colon that is one of these is not a crawler name. */
const withValue = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after'])

const directives = new Set([
  ...withValue,
  'all',
  'follow',
  'index',
  'indexifembedded',
  'noarchive',
  'nocache',
  'nofollow',
  'noimageindex',
  'noindex',
  'none',
  'noodp',
  'nositelinkssearchbox',
  'nosnippet',
  'notranslate',
  'noydir',
])

/** Matches a name before a colon, and the text after it. */
const named = /^\s*([a-z_][a-z\d_-]*)\s*:(.*)$/s
/** Matches from a directive with a value to the end, because the value is not a directive. */
const valued = new RegExp(`(?:${[...withValue].join('|')})\\s*:.*$`, 's')

const nameOf = (directive: string): string => directive.trim().split(':', 1)[0]?.trim() ?? ''

/**
 * Returns the directives of a meta element for a single crawler in the form of a header value, such as
 * `googlebot: nofollow`; null for other elements.
 * @param name of the element, lower case.
 * @param content of the element, lower case.
 */
export function namedDirectives(name: string, content: string): string | null {
  if (!/^[a-z_-]+$/.test(name)) return null
  const found = content.split(',').map(nameOf)
  const isMeant =
    found.includes('nofollow') || found.includes('noindex') || (found.includes('none') && /bot\b/.test(name))
  return isMeant && found.every((each) => directives.has(each)) ? `${name}: ${content}` : null
}

/**
 * Returns whether the links of a page must not be followed: `nofollow` or `none`, for every crawler or
 * for ours. General and named directives are combined; the stricter one applies.
 * @param robots `PageMetadata.robots`.
 * @param header value of `X-Robots-Tag`, several joined by commas. A crawler's name applies up to the
 * next name, so directives for all crawlers must come before them.
 * @param agentToken product token of the crawler, case-insensitive.
 */
export function saysNofollow(robots: string | null, header: string | undefined, agentToken: string): boolean {
  const token = agentToken.toLowerCase()
  return [robots, header].some((value) => {
    let isForUs = true
    return (value ?? '')
      .toLowerCase()
      .split(',')
      .some((part) => {
        const [, name, rest = ''] = named.exec(part) ?? []
        const isName = name !== undefined && !directives.has(name)
        if (isName) isForUs = name === token
        const words = (isName ? rest : part).replace(valued, '').split(/[\s;]+/)
        return isForUs && words.some((word) => word === 'nofollow' || word === 'none')
      })
  })
}
