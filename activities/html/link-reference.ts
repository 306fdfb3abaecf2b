/** Determines which elements refer to another page. */
import { mediaTypeOf } from '@seine/shared/values/media-type.ts'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'

/** Returns the value of an attribute by its lower-case name; null when it is missing. */
type Attributes = (name: string) => string | null

/** Types of alternate links that are pages; an alternate without a type counts as a page. */
const pageTypes = new Set(['', 'text/html', 'application/xhtml+xml'])

/** Returns the tokens of `rel` in lower case. */
const relTokens = (attributes: Attributes): string[] => (attributes('rel') ?? '').toLowerCase().split(/\s+/)

/**
 * Returns the reference of an element to another page before it is resolved, or null.
 *
 * Included is what a reader of the page can follow or is redirected to: anchors (also in SVG), areas of image maps,
 * frames, `link` elements for next, previous and alternate pages, a refresh, elements with the role of a link and an
 * address in `data-href`, and a literal address that a click handler assigns to the location. Excluded is what would
 * mislead a crawl: `rel=canonical` (the same page, returned as metadata), `amphtml` (the same page in another form),
 * forms, `data-href` and `data-url` of buttons (sharing, wish lists), pop-up windows, and URLs in structured data.
 * @param name of the element, in lower case.
 */
export function linkReference(name: string, attributes: Attributes): string | null {
  switch (name) {
    case 'a':
      return fromAnchor(attributes)
    case 'area':
      return attributes('href')
    case 'iframe':
    case 'frame':
      return attributes('src')
    case 'link':
      return fromLink(attributes)
    case 'meta':
      return attributes('http-equiv')?.trim().toLowerCase() === 'refresh'
        ? refreshTarget(attributes('content') ?? '')
        : null
    default:
      return fromScripted(attributes)
  }
}

function fromAnchor(attributes: Attributes): string | null {
  const reference = attributes('href') ?? attributes('xlink:href')
  const isScript = reference === null || /^\s*javascript:/i.test(reference)
  return (isScript ? fromScripted(attributes) : null) ?? reference
}

/** Matches a handler that consists only of an assignment such as `location = '/a'`. */
const assignment =
  /^(?:javascript:)?\s*(?:(?:window|document|self|top|parent)\s*\.\s*)?location(?:\s*\.\s*href)?\s*(?:=|\.\s*(?:assign|replace)\s*\()\s*(?:'([^'\s]+)'|"([^"\s]+)")\s*\)?\s*(?:;\s*(?:return\s+(?:false|true)\s*;?\s*)?)?$/
const handlerMaxCharacters = 2_000

function fromScripted(attributes: Attributes): string | null {
  const handler = attributes('onclick')
  if (handler !== null && handler.length <= handlerMaxCharacters) {
    const [, single, double] = assignment.exec(handler.trim()) ?? []
    const target = single ?? double
    if (target !== undefined && !target.startsWith('#')) return unescaped(target)
  }
  return attributes('role') === 'link' ? attributes('data-href') : null
}

/** Resolves the escapes of a script string that occur in addresses. */
const unescaped = (literal: string): string =>
  literal.replaceAll(/\\(?:x([\da-f]{2})|u([\da-f]{4})|(.))/gi, (_, byte?: string, unit?: string, char?: string) => {
    const code = byte ?? unit
    return code === undefined ? (char ?? '') : String.fromCharCode(Number.parseInt(code, 16))
  })

function fromLink(attributes: Attributes): string | null {
  const rel = relTokens(attributes)
  if (rel.includes('next') || rel.includes('prev')) return attributes('href')
  // Feeds, alternate style sheets and embedding descriptions are also alternates, but not pages.
  const type = mediaTypeOf(attributes('type'))
  const isPage = rel.includes('alternate') && !rel.includes('stylesheet') && pageTypes.has(type)
  return isPage ? attributes('href') : null
}

/** Returns the URL of a refresh such as `5; url='/next'`. */
function refreshTarget(content: string): string | null {
  const match = /^\s*[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?(.+)$/is.exec(
    content.slice(0, extractLimits.refreshMaxCharacters),
  )
  const target = match?.[1]?.trim() ?? ''
  if (target === '') return null
  const quote = target[0]
  if (quote !== '"' && quote !== "'") return target
  const end = target.indexOf(quote, 1)
  return target.slice(1, end === -1 ? undefined : end)
}
