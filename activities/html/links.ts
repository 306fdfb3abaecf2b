/** Collects every link of a page, including links in parts that are later removed as boilerplate. */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { LinkSource } from '@seine/shared/pages/extraction.ts'
import { linkReference, relTokens } from './link-reference.ts'
import { LinkSet, type CollectedLinks } from './link-set.ts'
import { attribute, following, textBelow, type TreeNode } from './tree.ts'
import type { UrlResolver } from './urls.ts'

const linkTextMaxCharacters = 200
/** Limit on the nodes read for one link text, so that nested links do not make the page quadratic. */
const linkTextMaxNodes = 300

/**
 * Returns the distinct links of a page in document order: absolute http(s) URLs as `urls` resolves them. A URL linked
 * several times has its first non-empty text, and is nofollow only when every link to it is.
 * @param document the whole page.
 */
export function collectLinks(document: TreeNode, urls: UrlResolver): CollectedLinks {
  const links = new LinkSet()
  let kept = 0
  let noscript: TreeNode | null = null
  for (let node = document.first; node !== null && !links.isCapped;) {
    const element = node
    const attributes = (name: string): string | null => attribute(element, name)
    if (node.name === 'noscript') noscript = node
    const found = linkReference(node.name, attributes)
    const url = found === null ? null : urls.page(found.reference)
    // An iframe inside noscript is a counting pixel, not a page.
    if (found !== null && url !== null && !(found.source === 'iframe' && isWithin(node, noscript))) {
      const nofollow = relTokens(attributes).includes('nofollow')
      const known = links.get(url)
      if (known === undefined) {
        // Links beyond the limit are only counted, so their texts are not read.
        const text = kept < frontierLimits.linksPerPageMax ? linkText(node, found.source) : ''
        links.add({ url, text, nofollow, source: found.source })
        kept += 1
      } else {
        if (!nofollow) known.nofollow = false
        if (known.text === '') known.text = linkText(node, found.source)
      }
    }
    node = following(node, document, node.name !== 'template')
  }
  return links.collected()
}

const sourcesWithText = new Set<LinkSource>(['a', 'role-link', 'onclick'])

function linkText(node: TreeNode, source: LinkSource): string {
  const text = sourcesWithText.has(source) ? textBelow(node, linkTextMaxCharacters, linkTextMaxNodes) : ''
  if (text !== '') return text
  const label = attribute(node, 'aria-label') ?? attribute(node, 'alt') ?? attribute(node, 'title') ?? imageText(node)
  return (label ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, linkTextMaxCharacters)
}

/** Returns the description of an image inside the link. */
function imageText(node: TreeNode): string | null {
  let left = 20
  for (let at = node.first; at !== null && left > 0; at = following(at, node), left--) {
    if (at.name === 'img') return attribute(at, 'alt')
  }
  return null
}

function isWithin(node: TreeNode, ancestor: TreeNode | null): boolean {
  if (ancestor === null) return false
  for (let at: TreeNode | null = node; at !== null; at = at.parent) if (at === ancestor) return true
  return false
}
