/** Collects every link of a page, including links in parts that are later removed as boilerplate. */
import { linkReference } from './link-reference.ts'
import { LinkSet, type CollectedLinks } from './link-set.ts'
import { attribute, following, type TreeNode } from './tree.ts'
import type { UrlResolver } from './urls.ts'

/**
 * Returns the distinct links of a page in document order: absolute http(s) URLs as `urls` resolves them.
 * @param document the whole page.
 */
export function collectLinks(document: TreeNode, urls: UrlResolver): CollectedLinks {
  const links = new LinkSet()
  let noscript: TreeNode | null = null
  let element = document
  const attributes = (name: string): string | null => attribute(element, name)
  for (let node = document.first; node !== null && !links.isCapped;) {
    if (node.name === 'noscript') noscript = node
    // A link is made of attributes: most nodes are texts or have none.
    if (node.attributes.length > 0) {
      element = node
      const reference = linkReference(node.name, attributes)
      const url = reference === null ? null : urls.page(reference)
      // A frame inside noscript is a counting pixel, not a page.
      if (url !== null && !(isFrame(node.name) && isWithin(node, noscript))) links.add(url)
    }
    node = following(node, document, node.name !== 'template')
  }
  return links.collected()
}

const isFrame = (name: string): boolean => name === 'iframe' || name === 'frame'

function isWithin(node: TreeNode, ancestor: TreeNode | null): boolean {
  if (ancestor === null) return false
  for (let at: TreeNode | null = node; at !== null; at = at.parent) if (at === ancestor) return true
  return false
}
