/** Which elements of a page refer to another page, and how. */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import type { LinkSource } from '@seine/shared/pages/extraction.ts'

/** Where a reference was found, before it is resolved. */
export interface LinkReference {
  reference: string
  source: LinkSource
}

/** Value of an attribute of an element, by its lower-case name; null where it has none. */
type Attributes = (name: string) => string | null

/** Types of alternates that are pages; without a type an alternate is one. */
const pageTypes = new Set(['', 'text/html', 'application/xhtml+xml'])

/** The words of `rel`, in lower case. */
export const relTokens = (attributes: Attributes): string[] => (attributes('rel') ?? '').toLowerCase().split(/\s+/)

/**
 * The page an element refers to, or null.
 *
 * Taken is what a reader of the page can follow, or is sent to: anchors (SVG's too), areas of image
 * maps, frames, `link` elements for the next, previous or other versions as pages, a refresh, elements
 * with the role of a link and an address in `data-href`, and a literal address that a click assigns to
 * the location. Not taken is what leads a crawl astray: `rel=canonical` (the same page again, given as
 * metadata), `amphtml` (the same page in another form), forms, `data-href` and `data-url` of buttons
 * (sharing, wish lists), pop-up windows, and the URLs of structured data.
 * @param name of the element, in lower case.
 */
export function linkReference(name: string, attributes: Attributes): LinkReference | null {
  switch (name) {
    case 'a':
      return fromAnchor(attributes)
    case 'area':
      return referenceOf(attributes('href'), 'area')
    case 'iframe':
    case 'frame':
      return referenceOf(attributes('src'), 'iframe')
    case 'link':
      return fromLink(attributes)
    case 'meta':
      return attributes('http-equiv')?.trim().toLowerCase() === 'refresh'
        ? referenceOf(refreshTarget(attributes('content') ?? ''), 'meta-refresh')
        : null
    default:
      return fromScripted(attributes)
  }
}

const referenceOf = (reference: string | null, source: LinkSource): LinkReference | null =>
  reference === null ? null : { reference, source }

function fromAnchor(attributes: Attributes): LinkReference | null {
  const reference = attributes('href') ?? attributes('xlink:href')
  const isScript = reference === null || /^\s*javascript:/i.test(reference)
  return (isScript ? fromScripted(attributes) : null) ?? referenceOf(reference, 'a')
}

/** `location = '…'` and its like as the whole of a handler. */
const assignment =
  /^(?:javascript:)?\s*(?:(?:window|document|self|top|parent)\s*\.\s*)?location(?:\s*\.\s*href)?\s*(?:=|\.\s*(?:assign|replace)\s*\()\s*(?:'([^'\s]+)'|"([^"\s]+)")\s*\)?\s*(?:;\s*(?:return\s+(?:false|true)\s*;?\s*)?)?$/
const handlerMaxCharacters = 2_000

function fromScripted(attributes: Attributes): LinkReference | null {
  const handler = attributes('onclick')
  if (handler !== null && handler.length <= handlerMaxCharacters) {
    const [, single, double] = assignment.exec(handler.trim()) ?? []
    const target = single ?? double
    if (target !== undefined && !target.startsWith('#')) return { reference: unescaped(target), source: 'onclick' }
  }
  return attributes('role') === 'link' ? referenceOf(attributes('data-href'), 'role-link') : null
}

/** The escapes of a script's string that occur in addresses. */
const unescaped = (literal: string): string =>
  literal.replaceAll(/\\(?:x([\da-f]{2})|u([\da-f]{4})|(.))/gi, (_, byte?: string, unit?: string, char?: string) => {
    const code = byte ?? unit
    return code === undefined ? (char ?? '') : String.fromCharCode(Number.parseInt(code, 16))
  })

function fromLink(attributes: Attributes): LinkReference | null {
  const rel = relTokens(attributes)
  if (rel.includes('next') || rel.includes('prev')) return referenceOf(attributes('href'), 'link-next')
  // Feeds, other styles and descriptions for embedding are alternates too, and no pages.
  const type = (attributes('type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const isPage = rel.includes('alternate') && !rel.includes('stylesheet') && pageTypes.has(type)
  return isPage ? referenceOf(attributes('href'), 'link-alternate') : null
}

/** The URL of a refresh, as in `5; url='/next'`. */
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
