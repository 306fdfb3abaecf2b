/** Which elements of a page refer to another page, and how. */
import { extractLimits } from '@seine/shared/config/limits.ts'
import type { LinkSource } from './contract.ts'

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
 * @param name of the element, in lower case.
 */
export function linkReference(name: string, attributes: Attributes): LinkReference | null {
  switch (name) {
    case 'a':
      return referenceOf(attributes('href') ?? attributes('xlink:href'), 'a')
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
      return null
  }
}

const referenceOf = (reference: string | null, source: LinkSource): LinkReference | null =>
  reference === null ? null : { reference, source }

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
