/** Chooses which part of an HTML page is the content, according to the request. */
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

/** The chosen content. */
export interface WantedContent {
  content: ContentSelection
  /** Name of the method that chose it. */
  extractor: string
  /** Returns the part that distinguishes the page from others of its URL family. */
  toCompare: () => ContentSelection
}

/**
 * Chooses the content of a page.
 * Detaches parts of the tree that are not content.
 * @param parts the parts that the caller includes and excludes; null when the request names none.
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
  // Pages of a family differ in their content, not in the furniture around it. When the request does not need the
  // main content, rules find enough of it at a fraction of the cost of the model.
  const toCompare = (): ContentSelection =>
    isMain || familyOf(request.url) === null ? content : chooseByRules(document, content)
  return { content, extractor: content.extractor, toCompare }
}

/** Returns whether the request needs main content; raw HTML and links always cover the whole page. */
const wantsMainContent = ({ onlyMainContent, formats }: ExtractRequest): boolean =>
  onlyMainContent && formats.some((format) => format !== 'html' && format !== 'links')
