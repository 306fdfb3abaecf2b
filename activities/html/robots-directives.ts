/**
 * What a page tells crawlers about itself: meta robots, meta elements that name one crawler, and the
 * `X-Robots-Tag` header, which may name crawlers too (`googlebot: nofollow`).
 */

/** Directives that have a value, which is no crawler's rule. */
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

/** A name before a colon, and what follows it. */
const named = /^\s*([a-z_][a-z\d_-]*)\s*:(.*)$/s
/** From a directive with a value to the end: the value is no directive. */
const valued = new RegExp(`(?:${[...withValue].join('|')})\\s*:.*$`, 's')

const nameOf = (directive: string): string => directive.trim().split(':', 1)[0]?.trim() ?? ''

/**
 * Directives of a meta element for one crawler in the form of a header value, such as
 * `googlebot: nofollow`; null for elements that are about something else.
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
 * Whether the links of a page are not to be followed: `nofollow`, or `none`, for every crawler or
 * for ours. General and named directives add up, the stricter one counts.
 * @param robots `PageMetadata.robots`.
 * @param header value of `X-Robots-Tag`, several joined by commas. A crawler's name counts up to the
 * next one, so that a directive for all stands before them.
 * @param agentToken product token of the crawler; case does not matter.
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
