/** What of a page that is HTML is content, as the caller wants it. */
import { familyOf } from '@seine/shared/urls/url-family.ts'
import { consentParts } from './consent-parts.ts'
import type { ContentSelection } from '../html/content.ts'
import type { ExtractRequest } from '@seine/shared/pages/extraction.ts'
import { withDataContent } from './data-content.ts'
import { chooseMainContent, wholePage } from './main-content.ts'
import { chooseByRules } from './main-content/rules.ts'
import { includedContent } from '../html/selectors/included-content.ts'
import type { NamedParts } from '../html/selectors/named-parts.ts'
import { detach, type TreeNode } from '../html/tree.ts'

/** What was chosen. */
export interface WantedContent {
  content: ContentSelection
  /** Which way it was chosen. */
  extractor: string
  /** The part that tells the page from others of its kind. */
  toCompare: () => ContentSelection
}

/**
 * Chooses the content of a page.
 * The tree is taken apart where parts of it are no content.
 * @param parts what the caller names; null when nothing is named.
 */
export function chooseContent(document: TreeNode, request: ExtractRequest, parts: NamedParts | null): WantedContent {
  for (const node of parts?.excluded ?? []) detach(node)
  const included = parts?.included ?? null
  if (included !== null) {
    const content = includedContent(document, included)
    return { content, extractor: 'include-tags', toCompare: () => content }
  }
  if (request.rendered === true) for (const node of consentParts(document)) detach(node)
  const isMain = wantsMainContent(request)
  const content = isMain ? chooseMainContent(document, request.url) : wholePage(document)
  const data = withDataContent(document, content, request.rendered === true)
  if (data !== null) return { content: data, extractor: 'data', toCompare: () => data }
  // What tells pages of a family from each other is their content, not the furniture around it; where the
  // content itself is not asked for, rules find enough of it at a fraction of what the model costs.
  const toCompare = (): ContentSelection =>
    isMain || familyOf(request.url) === null ? content : chooseByRules(document)
  return { content, extractor: content.extractor, toCompare }
}

/** Raw HTML and links are of the whole page. */
const wantsMainContent = ({ onlyMainContent, formats }: ExtractRequest): boolean =>
  onlyMainContent && formats.some((format) => format !== 'html' && format !== 'links')
