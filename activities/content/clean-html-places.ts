/** The places of a page that links on the same page point to. */
import { isInvisible, type ContentSelection } from '../html/content.ts'
import { attribute, following, textBelow, type TreeNode } from '../html/tree.ts'
import type { UrlResolver } from '../html/urls.ts'
import { percentDecoded } from '@seine/shared/values/percent-decoded.ts'

const idMaxCharacters = 200

/** Returns the fragment by which links can address the element; null if none exists. */
export function idOf(node: TreeNode): string | null {
  const id = attribute(node, 'id') ?? (node.name === 'a' ? attribute(node, 'name') : null)
  return id === null || id === '' || id.length > idMaxCharacters ? null : id
}

/** Returns the fragment of a link to a place on its own page; null for other links. */
export function fragmentOf(link: TreeNode, urls: UrlResolver): string | null {
  const href = attribute(link, 'href') ?? ''
  const url = href.includes('#') ? urls.resolve(href.trim()) : null
  return url !== null && urls.isSamePage(url) ? percentDecoded(url.slice(url.indexOf('#') + 1)) : null
}

/** Returns the fragments that links of the content point to; links without text are ignored. */
export function fragmentsOf(selection: ContentSelection, urls: UrlResolver): Set<string> {
  const found = new Set<string>()
  for (const root of selection.roots) {
    for (let node: TreeNode | null = root; node !== null;) {
      const isRead = !selection.skip.has(node) && (node.text !== null || !isInvisible(node))
      const fragment = isRead && node.name === 'a' ? fragmentOf(node, urls) : null
      // A link without content is not written.
      if (fragment !== null && textBelow(node, 1, 100) !== '') found.add(fragment)
      node = following(node, root, isRead)
    }
  }
  return found
}
