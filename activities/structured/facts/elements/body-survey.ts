/** Walks once over the visible elements of a page and records their place. */
import { isInvisible, type ContentSelection } from '../../../html/content.ts'
import { headingLevel } from '../../../html/markdown/heading-level.ts'
import { attribute, firstElement, type TreeNode } from '../../../html/tree.ts'
import { walk } from './walk.ts'

/** Place of an element: 0 in the content, 1 outside it, 2 in navigation, header or footer. */
export type ElementPlace = 0 | 1 | 2

/** A heading, linked to the previous one. */
export interface SeenHeading {
  node: TreeNode
  previous: SeenHeading | null
}

export interface SeenElement {
  node: TreeNode
  place: ElementPlace
  /** The last heading that begins before the element or with it; null before the first heading. */
  heading: SeenHeading | null
}

/**
 * Returns the visible elements in document order.
 * @param content null: the whole page is content.
 * @param isNamed whether the caller selected the content, so that everything else is ignored.
 */
export function surveyBody(document: TreeNode, content: ContentSelection | null, isNamed: boolean): SeenElement[] {
  const body = firstElement(document, 'body') ?? document
  const selection = content ?? { roots: [body], skip: new Set<TreeNode>() }
  if (isNamed) return selection.roots.flatMap((root) => surveyPart(root, { roots: [root], skip: selection.skip }, true))
  // Content that was built from data has its own roots.
  const apart = selection.roots.filter((root) => !isBelow(root, body))
  return [
    ...surveyPart(body, selection, false),
    ...apart.flatMap((root) => surveyPart(root, { ...selection, roots: [root] }, false)),
  ]
}

function isBelow(node: TreeNode, ancestor: TreeNode): boolean {
  let at: TreeNode | null = node
  while (at !== null && at !== ancestor) at = at.parent
  return at === ancestor
}

function surveyPart(root: TreeNode, content: ContentSelection, isNamed: boolean): SeenElement[] {
  const seen: SeenElement[] = []
  const roots = new Set(content.roots)
  // The content is the whole page: navigation, header and footer have not been separated from it.
  const isWhole = content.skip.size === 0 && roots.has(root) && !isNamed
  let inContent = 0
  let inSkip = 0
  let inFurniture = 0
  let heading: SeenHeading | null = null
  const furniture = new Set<TreeNode>()
  let headersLeft = headersMax
  const count = (node: TreeNode, by: 1 | -1): void => {
    if (roots.has(node)) inContent += by
    if (content.skip.has(node)) inSkip += by
    if (furniture.has(node)) inFurniture += by
  }
  const see = (node: TreeNode): void => {
    if (isFurniture(node) || (node.name === 'header' && headersLeft-- > 0 && isPageHeader(node))) furniture.add(node)
    count(node, 1)
    const isContent = inContent > 0 && inSkip === 0
    const place = inFurniture > 0 && (isWhole || !isContent) ? 2 : isContent ? 0 : 1
    if (headingLevel(node) > 0) heading = { node, previous: heading }
    seen.push({ node, place, heading })
  }
  see(root)
  walk(root, {
    enter(node) {
      if (node.text !== null || isInvisible(node)) return false
      if (isNamed && content.skip.has(node)) return false
      see(node)
      if (node.name !== 'pre') return true
      // Code is one text: its child elements come from a syntax highlighter.
      count(node, -1)
      return false
    },
    leave: (node) => {
      count(node, -1)
    },
  })
  return seen
}

/** True for the navigation, header and footer elements that every page of a website has. */
function isFurniture(node: TreeNode): boolean {
  if (node.name === 'nav' || node.name === 'footer') return true
  const role = node.attributes.length === 0 ? null : attribute(node, 'role')
  return role === 'navigation' || role === 'banner' || role === 'contentinfo' || role === 'menu' || role === 'menubar'
}

/** Maximum number of headers examined, and of nodes per header. */
const headersMax = 100
const headerNodesMax = 2_000

/** True for the header of the website, which contains a menu; the header of an article contains the main heading. */
function isPageHeader(header: TreeNode): boolean {
  let hasMenu = false
  let hasHeading = false
  let left = headerNodesMax
  walk(header, {
    isDone: () => hasHeading || left-- <= 0,
    enter(node) {
      hasMenu ||= node.name === 'nav' || (node.attributes.length > 0 && attribute(node, 'role') === 'navigation')
      hasHeading ||= node.name === 'h1'
      return true
    },
  })
  return hasMenu && !hasHeading
}
