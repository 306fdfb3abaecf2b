/** One walk over what a reader sees of a page: its elements, and where they stand. */
import { isInvisible, type ContentSelection } from '../../../html/content.ts'
import { headingLevel } from '../../../html/markdown/heading-level.ts'
import { attribute, firstElement, type TreeNode } from '../../../html/tree.ts'
import { walk } from './walk.ts'

/** Where an element stands: in the content, beside it, or in the furniture of the page. */
export type ElementPlace = 0 | 1 | 2

/** A heading, and the one before it. */
export interface SeenHeading {
  node: TreeNode
  previous: SeenHeading | null
}

export interface SeenElement {
  node: TreeNode
  place: ElementPlace
  /** The last heading that begins before it, or with it; null before the first. */
  heading: SeenHeading | null
}

/**
 * The elements that are seen, in document order.
 * @param content null takes the whole page for content.
 * @param isNamed whether nothing but the content counts.
 */
export function surveyBody(document: TreeNode, content: ContentSelection | null, isNamed: boolean): SeenElement[] {
  const body = firstElement(document, 'body') ?? document
  const selection = content ?? { roots: [body], skip: new Set<TreeNode>() }
  if (isNamed) return selection.roots.flatMap((root) => surveyPart(root, { roots: [root], skip: selection.skip }, true))
  // Content that was made of data has roots of its own.
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
  // Nobody has told the furniture of a whole page from its content.
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
      // Code is a text: its parts are those of the highlighter.
      count(node, -1)
      return false
    },
    leave: (node) => {
      count(node, -1)
    },
  })
  return seen
}

/** What every page of a website has. */
function isFurniture(node: TreeNode): boolean {
  if (node.name === 'nav' || node.name === 'footer') return true
  const role = node.attributes.length === 0 ? null : attribute(node, 'role')
  return role === 'navigation' || role === 'banner' || role === 'contentinfo' || role === 'menu' || role === 'menubar'
}

/** Headers that are looked at, and nodes of one. */
const headersMax = 100
const headerNodesMax = 2_000

/** The header of the website has a menu, that of an article the main heading. */
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
